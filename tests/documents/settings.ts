import type { Upstream } from '../../upstream/upstream.ts'
import { isCode, isTest, type Tree } from '../architecture/tree.ts'
import { evaluate, readConstants } from './constants.ts'
import { formatNumber } from './limits.ts'
import { formatTable } from './markdown-table.ts'

type Setting = [name: string, what: string, fallback: string | { constant: string }]

/** Settings of people who run the service or make builds. */
const SETTINGS: Setting[] = [
  ['PLAT_HOME', 'folder of builds, downloaded files, the pin and the embedded accounts', '`.plat`'],
  ['PLAT_REAL_DATA', "agencies' files that locks name with `real-data:`", '`../shared/data`'],
  [
    'PLAT_KEY_SECRET',
    '16 to 64 bytes behind `parcel_key`; set your own for real counties',
    'a public text',
  ],
  [
    'HOST',
    'address that the service listens on; `0.0.0.0` is every address of the machine',
    '`localhost`',
  ],
  ['PORT', 'port that the service listens on', { constant: 'DEFAULT_PORT' }],
  [
    'PLAT_PUBLIC_URL',
    'scheme, host and port under which clients reach it; needed in production',
    'as requested',
  ],
  [
    'PLAT_TRUSTED_PROXIES',
    'addresses and networks whose `X-Forwarded-*` is believed, with commas',
    'none',
  ],
  [
    'PLAT_PACK_MEMORY',
    'bytes of lookup packs that are held in memory',
    { constant: 'DEFAULT_PACK_MEMORY_BYTES' },
  ],
  [
    'PLAT_BUILDS',
    'store whose pinned build `serve` answers from, written like `PLAT_STORE`',
    'the home',
  ],
  [
    'PLAT_BLOCK_CACHE',
    'bytes of blocks of that store that are cached under `PLAT_HOME`',
    { constant: 'DEFAULT_BLOCK_CACHE_BYTES' },
  ],
  [
    'PLAT_DRAIN_SECONDS',
    'seconds that a stopping service gives its requests, 0 to 3600',
    { constant: 'DRAIN_MS' },
  ],
  [
    'NODE_ENV',
    '`production` refuses to start without `PLAT_PUBLIC_URL` and `PLAT_EMAIL`',
    'development',
  ],
  [
    'DATABASE_URL',
    'PostgreSQL of the accounts: `postgresql://user@host:5432/name`',
    'an embedded one',
  ],
  [
    'PLAT_AUTH_SECRET',
    '32 characters or more that sign sessions; needed with `DATABASE_URL`',
    'made once',
  ],
  ['PLAT_EMAIL', '`smtps://user:password@host` for mails, or `log` to print them', '`log`'],
  ['PLAT_EMAIL_FROM', 'sender of the mails: `Plat <plat@example.com>`; needed with SMTP', 'none'],
  [
    'PLAT_STORE',
    'store of `push`, `pull` and `gc`: a whole path or `s3://bucket/prefix?endpoint=...&region=...`',
    'none',
  ],
  ['PLAT_DEMO', 'whether people without a key may see a fictional county: `on` or `off`', '`on`'],
  [
    'PLAT_BACKGROUNDS',
    'aerial and map pictures for the page: a JSON list, or a file of one (docs/backgrounds.md)',
    'none',
  ],
  ['PLAT_BROWSER', 'browser that prints reports as PDF, such as Chromium', 'an installed one'],
  [
    'PLAT_QUEUE',
    'PostgreSQL of the queue of builds: `postgresql://user@host:5432/name`',
    '`DATABASE_URL`',
  ],
  [
    'PLAT_OPERATORS',
    'e-mail addresses of the people who may see the queue at `/builds`, with commas',
    'nobody: no page',
  ],
  [
    'PLAT_BLOBS',
    'where scenes, GLBs, pictures and uploads are: a whole path, or `s3://bucket/prefix`',
    '`$PLAT_HOME/architect/blobs`',
  ],
  [
    'PLAT_S3_ENDPOINT',
    'address of an S3-compatible service; its buckets are named in the path, not in the host',
    "Amazon's",
  ],
  [
    'AWS_REGION',
    'region of the buckets of `PLAT_BLOBS`, and of `PLAT_STORE` where it names none',
    '`us-east-1`',
  ],
  [
    'AWS_ACCESS_KEY_ID',
    'credentials for the buckets, with `AWS_SECRET_ACCESS_KEY`; or a role or a profile',
    'none',
  ],
  ['AWS_SECRET_ACCESS_KEY', 'see `AWS_ACCESS_KEY_ID`', 'none'],
  ['AWS_SESSION_TOKEN', 'see `AWS_ACCESS_KEY_ID`; temporary credentials need it', 'none'],
  [
    'PLAT_MODEL',
    'model of turns: `planner` by rules, `openai-compatible`, `anthropic`, `scripted`, or `none`',
    '`planner`',
  ],
  [
    'PLAT_MODEL_URL',
    'base address of the model with its version: `https://api.example.com/v1`',
    "Anthropic's",
  ],
  ['PLAT_MODEL_KEY', 'key of the provider of the model; local servers may need none', 'none'],
  [
    'PLAT_MODEL_NAME',
    'name of the model, or one for each effort: `small, high=large, pro=large`',
    'none',
  ],
  [
    'PLAT_MODEL_IMAGES',
    '`yes` or `no`: whether the model takes images',
    '`no` with `openai-compatible`',
  ],
  ['PLAT_MODEL_SCRIPT', 'JSON file that the scripted model plays', 'none'],
  [
    'PLAT_CREDITS_START',
    'credits that a person or an organization is granted at the first turn; 0 for none',
    { constant: 'STARTING_CREDITS' },
  ],
  [
    'PLAT_GEODATA_URL',
    'address with `/api` of the service that site data are pulled from, or `none`',
    'this service; none alone',
  ],
  ['PLAT_GEODATA_KEY', 'map key for that service', 'made by this service'],
  [
    'PLAT_STUDIO_URL',
    'base address of a provider of pictures by prompts, with its version: `https://api.example.com/v1`',
    'none',
  ],
  ['PLAT_STUDIO_KEY', 'key of that provider; local servers may need none', 'none'],
  [
    'PLAT_STUDIO_MODELS',
    'its models with the credits of a picture: `gpt-image-1=25, small-image=4.5`',
    'none',
  ],
  ['PLAT_ARCHITECT_KEY', 'key that `plat-architect login` stores', 'standard input or a prompt'],
  [
    'XDG_CONFIG_HOME',
    'folder of settings of the user, with `plat/architect.json`, the login of the Architect',
    '`~/.config`',
  ],
  [
    'PLAT_LIVE',
    'live upstreams that are called: ids, `default`, `all`, `none`; `-` takes one out',
    '`default`',
  ],
  ['PLAT_LIVE_LABEL', 'text added to the source of an upstream whose address was replaced', 'none'],
  [
    'PLAT_SAMPLE_UPSTREAMS',
    '`1` calls bundled services of the fictional county instead of real ones',
    'off',
  ],
  [
    'NODE_USE_ENV_PROXY',
    "Node's own: requests go through the proxy that the environment names",
    'off',
  ],
  ['PLAT_GDAL', '`system` compiles GDAL against the library of the system', 'prebuilt'],
  ['CI', 'progress is printed as plain lines', 'unset'],
  ['TERM', '`dumb` prints progress as plain lines', 'unset'],
  ['NO_COLOR', 'progress is printed without colours', 'unset'],
]
/** Settings of tests. */
const TEST_SETTINGS: Setting[] = [
  ['UPDATE_GOLDENS', '`1` writes expected files and generated documents anew', 'unset'],
  ['UPDATE_FAULTS', 'any text writes the table of tests/faults anew', 'unset'],
  ['UPDATE_TEST_ORDER', 'any text writes the order of the slowest test files anew', 'unset'],
  [
    'PLAT_TEST_S3',
    'address of a server of S3 for tests of the store, with the key of `tests/servers/local-s3.ts`',
    'a Ceph of this machine',
  ],
  ['PLAT_LOST_WORKERS_ROUNDS', 'builds of the test that kills workers and cuts them off', '20'],
  ['PLAT_FUZZ_SEED', 'seed of the fuzzed requests, as a run printed it', 'a random one'],
  ['PLAT_FUZZ_REQUESTS', 'number of fuzzed requests', '3,000; 20,000 in the long run'],
  ['PLAT_MAP_PICTURE', 'file that the picture of the drawn map is written to', 'none'],
  ['PLAT_PAGE_PICTURES', 'folder that pictures of each view of the page are written to', 'none'],
]
/** Variables that the system or the tests' own runner sets. */
const NOT_SETTINGS = [
  'PATH',
  'HOME',
  'PLAT_TEST_LONG',
  'PLAT_TEST_TIMES',
  'PLAT_BENCH_THREADS',
  'ATTACK_KEYS',
]

const HEAD = `# Settings

Environment variables that the code reads, and the live upstreams that \`PLAT_LIVE\` names. This page
is generated: \`UPDATE_GOLDENS=1 vitest run tests/documents\` writes it anew, and a test compares it
and fails when code reads a variable that is not here.
`
const upstreamHead = (sectionDeadline: string) => `## Live upstreams

\`PLAT_LIVE\` is a list of \`default\`, \`all\`, \`none\` and the ids below, read from left to right; an id
with \`-\` before it is taken out. \`PLAT_<ID>_URL\` replaces a base address, with \`-\` written as \`_\`:
\`PLAT_USGS_EPQS_URL\`. The deadline covers one request with its retries and its wait in the queue; a
section as a whole waits for ${sectionDeadline} at most. \`GET /v1/upstreams\` reports how each of them does.
`

/** The page of settings. */
export function formatSettings(tree: Tree, upstreams: readonly Upstream[]): string {
  const table = (settings: Setting[]) =>
    formatTable(
      ['setting', 'what it is', 'default'],
      settings.map(([name, what, fallback]) => [
        `\`${name}\``,
        what,
        formatDefault(tree, fallback),
      ]),
    )
  const live = formatTable(
    ['upstream', 'by default', 'deadline', 'answers cached', 'service'],
    upstreams.map(({ id, isOn, deadline_ms, cache_ms, title }) => [
      `\`${id}\``,
      isOn ? 'on' : 'off',
      formatNumber(deadline_ms, 'deadline_ms'),
      cache_ms === 0 ? 'no' : formatNumber(cache_ms, 'ms_ms'),
      title,
    ]),
  )
  return [
    HEAD,
    `## Running it\n\n${table(SETTINGS)}`,
    `## Testing it\n\n${table(TEST_SETTINGS)}`,
    `${upstreamHead(formatDefault(tree, { constant: 'SECTION_DEADLINE_MS' }))}\n${live}`,
  ].join('\n')
}

function formatDefault(tree: Tree, fallback: Setting[2]): string {
  if (typeof fallback === 'string') return fallback
  const found = readConstants(tree).filter(({ name }) => name === fallback.constant)
  const value = found.length === 1 ? evaluate(tree, found[0]) : null
  if (value === null) throw new Error(`${fallback.constant} must be one constant with a number`)
  return fallback.constant.endsWith('PORT') ? `${value}` : formatNumber(value, fallback.constant)
}

/** Finds variables that code reads and the page lacks, and those on the page that no code reads. */
export function findSettingGaps(tree: Tree): string[] {
  const listed = [...SETTINGS, ...TEST_SETTINGS].map(([name]) => name)
  const code = [...tree].filter(([path]) => isCode(path) && !path.startsWith('tests/architecture'))
  const read = new Set(
    code.flatMap(([path, text]) =>
      [...text.matchAll(/\b(?:process\.env|environment|env)\.([A-Z][A-Z0-9_]+)\b/g)]
        .map((match) => match[1])
        .filter((name) => !isTest(path) || name.startsWith('PLAT_')),
    ),
  )
  const texts = code.map(([, text]) => text)
  return [
    ...[...read]
      .filter((name) => !listed.includes(name) && !NOT_SETTINGS.includes(name))
      .map((name) => `${name} is read and not listed`),
    ...listed
      .filter((name) => !texts.some((text) => new RegExp(`[.'"\`$]${name}\\b`).test(text)))
      .map((name) => `${name} is listed and not read`),
  ]
}
