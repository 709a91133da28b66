/** Writes THIRD-PARTY.md: the licences of all packages that are built in or installed with Mintdesk. */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const PARTS = ['main', 'preload', 'renderer']
/** Packages whose source is compiled into our contracts. */
const COMPILED = ['node_modules/solady']
const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)/i

/** Writes THIRD-PARTY.md completely or not at all: several processes may pack at once. */
export function writeThirdParty(root) {
  const file = join(root, 'THIRD-PARTY.md')
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, thirdPartyText(root))
  renameSync(mine, file)
}

/**
 * The text of THIRD-PARTY.md.
 * @param {string} root a checkout with its packages and its build
 * @throws Error that names the packages without a known licence
 */
function thirdPartyText(root) {
  const packages = [...builtIn(root), ...COMPILED, ...installed(root)].map((folder) => packageAt(root, folder))
  const unknown = packages.filter(({ texts }) => texts.length === 0).map(({ name }) => name)
  if (unknown.length > 0)
    throw new Error(`No licence is known of ${unknown.join(', ')}: look it up, and leave out what has none.`)
  const listed = new Map(packages.map((one) => [`${one.name} ${one.version}`, one]))
  const sections = [...listed.keys()].sort().map((key) => sectionOf(listed.get(key)))
  const head = `# Packages of others in Mintdesk\n\nMintdesk contains these ${listed.size} packages, each under its own licence.\n`
  return [head, ...sections].join('\n')
}

/** The folders of packages that are built into out/, from the lists that the build writes there. */
function builtIn(root) {
  return PARTS.flatMap((part) => JSON.parse(readFileSync(join(root, 'out', part, 'packages.json'), 'utf8')))
}

/** The folders of packages that an installation includes on this system. Each system's package has a list of its own. */
function installed(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional && existsSync(join(root, folder)))
    .map(([folder]) => folder)
}

function packageAt(root, folder) {
  // Some packages bundle others without their manifests. These are also installed at the top level, with a manifest.
  const own = existsSync(join(root, folder, 'package.json'))
    ? folder
    : `node_modules/${folder.split('/node_modules/').at(-1)}`
  const { name, version, license, author } = JSON.parse(readFileSync(join(root, own, 'package.json'), 'utf8'))
  const licence = typeof license === 'string' ? license : (license?.type ?? '')
  const files = readdirSync(join(root, own)).filter((file) => LICENCE_FILE.test(file))
  const texts = files.map((file) => readFileSync(join(root, own, file), 'utf8').trim())
  return { name, version, licence, texts: texts.length > 0 ? texts : standardText(licence, author) }
}

/** The standard text of a licence that a package only names; of several to choose from, the first. */
function standardText(licence, author) {
  const [id = ''] = licence.replace(/[()]/g, '').split(/ (?:OR|AND) /)
  try {
    const { licenseText } = createRequire(import.meta.url)(`spdx-license-list/licenses/${id}.json`)
    const holder = typeof author === 'string' ? author : author?.name
    return [...(holder === undefined ? [] : [`Copyright: ${holder}`]), licenseText.trim()]
  } catch {
    return []
  }
}

function sectionOf({ name, version, licence, texts }) {
  const text = texts
    .join('\n\n')
    .replace(/^/gm, '    ')
    .replace(/[ \t]+$/gm, '')
  return `## ${name} ${version}${licence === '' ? '' : ` (${licence})`}\n\n${text}\n`
}
