/** The built-in source of a release's updates: `out/main/updates.json`, which src/main/updates/built-in.ts reads. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileIn = (root) => join(root, 'out/main/updates.json')

/**
 * Writes the file if UPDATE_URL and UPDATE_PUBLIC_KEY are set, as the release's workflow does; otherwise removes it.
 * @returns {string[]} options with which electron-builder writes the packages' descriptions
 */
export function buildInUpdates(root, { UPDATE_URL: url, UPDATE_PUBLIC_KEY: publicKey }) {
  takeOutUpdates(root)
  if (!publicKey) return []
  if (!url) throw new Error('UPDATE_PUBLIC_KEY is set and UPDATE_URL is not: set both, or neither.')
  writeFileSync(fileIn(root), `${JSON.stringify({ url, publicKey })}\n`)
  mkdirSync(join(root, 'release'), { recursive: true })
  const notes = join(root, 'release/notes.md')
  writeFileSync(notes, newestNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')))
  return ['-c.publish.provider=generic', `-c.publish.url=${url}`, `-c.releaseInfo.releaseNotesFile=${notes}`]
}

/** Removes the file: a program that is started from a checkout is no release. */
export function takeOutUpdates(root) {
  rmSync(fileIn(root), { force: true })
}

/** The newest section of the changelog, without its heading, as plain lines. */
export function newestNotes(changelog) {
  const [, newest = ''] = changelog.split(/^## .*$/m)
  return `${newest.replaceAll('**', '').trim().slice(0, 10_000)}\n`
}
