import type { Manifest } from '../../catalog/manifest.ts'
import { CATALOG_FILE, linkTo, type Placed, STAC_VERSION } from './document.ts'

/** The root of the catalog: the build, its Collections and the outcome of its audits. */
export function rootOf(
  { build, created_at, code, audits }: Pick<Manifest, 'build' | 'created_at' | 'code' | 'audits'>,
  collections: readonly Placed[],
): Placed {
  const failed = audits.filter(({ passed }) => !passed).length
  const outcome =
    failed === 0
      ? `All ${audits.length} audits passed.`
      : `${failed} of ${audits.length} audits failed.`
  return {
    file: CATALOG_FILE,
    document: {
      type: 'Catalog',
      stac_version: STAC_VERSION,
      id: build,
      title: `Plat build ${build}`,
      description: `One immutable build of public geodata, made ${created_at}. ${outcome}`,
      links: [
        linkTo('root', CATALOG_FILE, CATALOG_FILE),
        ...collections.map(({ file, document }) =>
          linkTo('child', CATALOG_FILE, file, document.title as string),
        ),
        linkTo('describedby', CATALOG_FILE, 'manifest.json', 'Manifest: locks, counts, audits'),
      ],
      'plat:build': build,
      'plat:created_at': created_at,
      'plat:code': code,
      'plat:audits': { passed: audits.length - failed, failed },
    },
  }
}
