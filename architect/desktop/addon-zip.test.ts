import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { RECEIVER_PORTS } from '../../http/receiver-ports.ts'
import { addonFiles, addonZip } from './addon-zip.ts'
import { GLB_BYTES_MAX } from './desktop-protocol.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-addon-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0

const python = (code: string, ...args: string[]): string =>
  execFileSync('python3', ['-c', code, ...args], { encoding: 'utf8' })

const LIST = `import json, sys, zipfile
def files(path):
    archive = zipfile.ZipFile(path)
    assert archive.testzip() is None
    return {name: archive.read(name).decode() for name in archive.namelist()}
print(json.dumps([files(path) for path in sys.argv[1:]]))`

test.skipIf(!HAS_PYTHON)(
  'the archive has the add-on in one folder, the same bytes each time',
  async () => {
    const paths = ['hosted', 'local'].map((name) => join(folder, `${name}.zip`))
    const zip = await addonZip('https://plat.example')
    expect((await addonZip('https://plat.example')).equals(zip)).toBe(true)
    writeFileSync(paths[0], zip)
    writeFileSync(paths[1], await addonZip(null))
    const [files, local] = JSON.parse(python(LIST, ...paths)) as Record<string, string>[]
    expect(Object.keys(files).sort()).toEqual(
      [...addonFiles(), 'hosted.json'].map((name) => `plat_import/${name}`).sort(),
    )
    expect(JSON.parse(files['plat_import/hosted.json'])).toEqual({ origin: 'https://plat.example' })
    for (const name of ['__init__.py', 'blender_manifest.toml', 'LICENSE', 'receiving/receiver.py'])
      expect(files[`plat_import/${name}`]).toBe(
        readFileSync(new URL(`blender/plat_import/${name}`, import.meta.url), 'utf8'),
      )
    expect(files['plat_import/LICENSE']).toContain('GNU GENERAL PUBLIC LICENSE')
    expect(Object.keys(local).sort()).toEqual(
      addonFiles()
        .map((name) => `plat_import/${name}`)
        .sort(),
    )
  },
)

test.skipIf(!HAS_PYTHON)('its protocol has the numbers of ours, and all its files compile', () => {
  const source = new URL('blender/plat_import', import.meta.url).pathname
  const code = `import ast, json, sys, pathlib
folder = pathlib.Path(sys.argv[1])
for path in folder.rglob("*.py"):
    compile(path.read_text(), str(path), "exec")
names = {}
exec((folder / "receiving/protocol.py").read_text(), names)
print(json.dumps({name: names[name] for name in ("PORTS", "GLB_BYTES_MAX", "ADDON_VERSION")}))`
  const { PORTS, GLB_BYTES_MAX: most, ADDON_VERSION: version } = JSON.parse(python(code, source))
  expect([PORTS, most]).toEqual([RECEIVER_PORTS, GLB_BYTES_MAX])
  const manifest = readFileSync(join(source, 'blender_manifest.toml'), 'utf8')
  expect(manifest).toContain(`\nversion = "${version}"\n`)
  const described = readFileSync(join(source, '__init__.py'), 'utf8')
  expect(described).toContain(`"version": (${version.replaceAll('.', ', ')})`)
})
