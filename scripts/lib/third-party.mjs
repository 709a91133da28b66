/** THIRD-PARTY.md: what the licences of all packages ask to be said that are built in, or installed along. */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const PARTS = ['main', 'preload', 'renderer']
/** What our contracts are compiled with. */
const COMPILED = ['node_modules/solady']
const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)/i

/** Writes THIRD-PARTY.md, whole or not at all: several may pack at once. */
export function writeThirdParty(root) {
  const file = join(root, 'THIRD-PARTY.md')
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, thirdPartyText(root))
  renameSync(mine, file)
}

/**
 * The text of THIRD-PARTY.md.
 * @param {string} root a checkout with its packages and its build
 * @throws Error that names packages of which no licence is known
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

/** The folders of packages that are built into out/, from the lists that the build leaves there. */
function builtIn(root) {
  return PARTS.flatMap((part) => JSON.parse(readFileSync(join(root, 'out', part, 'packages.json'), 'utf8')))
}

/** The folders of what an installation brings along, as far as it is for this system: each system's package has its own list. */
function installed(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional && existsSync(join(root, folder)))
    .map(([folder]) => folder)
}

function packageAt(root, folder) {
  // Some packages hold others, built in without their manifests: those are installed beside them as well.
  const own = existsSync(join(root, folder, 'package.json'))
    ? folder
    : `node_modules/${folder.split('/node_modules/').at(-1)}`
  const { name, version, license, author } = JSON.parse(readFileSync(join(root, own, 'package.json'), 'utf8'))
  const licence = typeof license === 'string' ? license : (license?.type ?? '')
  const files = readdirSync(join(root, own)).filter((file) => LICENCE_FILE.test(file))
  const texts = files.map((file) => readFileSync(join(root, own, file), 'utf8').trim())
  return { name, version, licence, texts: texts.length > 0 ? texts : standardText(licence, author) }
}

/** The text of a licence that a package names without giving it; of several to choose from, the first. */
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
