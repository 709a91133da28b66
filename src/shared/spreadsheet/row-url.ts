/** Cells that hold a URL, or the name of a file in the media folder. */
import { shown } from './finding.ts'

/** Whether a text is a URL of a kind allowed for media and metadata: http(s), ipfs, ar or data. */
export function isUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+\S*$/i.test(text)
    ? URL.canParse(text)
    : /^(?:ipfs:\/\/[^\s/]|ar:\/\/[^\s/]|data:[^,]*,)/i.test(text)
}

/** Why a text is no URL. @param local whether a file name is also allowed */
export function urlMessage(text: string, local: boolean): string {
  if (/^www\.|^[a-z0-9-]+(\.[a-z0-9-]+)+\//i.test(text)) return `${shown(text)} is not a URL: write https:// before it.`
  if (/^https?:\/\//i.test(text))
    return `${shown(text)} is not a URL: ${/\s/.test(text) ? 'write each space in it as %20, or correct it' : 'correct it'}.`
  const forms = 'begin it with https://, ipfs://, ar:// or data:'
  if (local)
    return `${shown(text)} is not a URL: ${forms}, or give the folder that holds the file along (--media on the command line).`
  return `${shown(text)} is not a URL: ${forms}.`
}

/** Normalises a name in the media folder: forward slashes, no leading `./`. */
export function fileName(text: string): string {
  return text
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .normalize('NFC')
}
