/** The number of first bytes that decide a file's type: what `file-type` reads. */
export const headBytes = 4100

/**
 * The media type by the bytes themselves, whatever a header or a file's ending claims. SVG, HTML, glTF models and other JSON
 * are distinguished from other text.
 * @param head the first {@link headBytes} bytes, or all of a shorter file
 */
export async function contentTypeOf(head: Uint8Array): Promise<string> {
  // Loaded on demand: it takes long, and few starts need it.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  if (found !== undefined && found.mime !== 'application/xml') return found.mime
  return textType(head) ?? found?.mime ?? 'application/octet-stream'
}

function textType(head: Uint8Array): string | undefined {
  const text = decode(head)
  if (text === undefined) return undefined
  const start = withoutPreamble(text).slice(0, 1000)
  if (/^<svg[\s>/]/i.test(withoutPreamble(start.replace(svgDoctype, '')))) return 'image/svg+xml'
  if (/^(?:<!doctype\s+html|<html|<head|<body|<script)[\s>]/i.test(start)) return 'text/html; charset=utf-8'
  if (/^<\?xml/i.test(text)) return 'application/xml'
  if (!isJson(text, head.length < headBytes)) return 'text/plain; charset=utf-8'
  return isModel(text) ? 'model/gltf+json' : 'application/json'
}

/** Nothing may follow it in the same expression: an attacker could write a file on which such a search does not end. */
const preamble = /^\ufeff?(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->)*/i
const svgDoctype = /^<!doctype\s+svg[^>[]*(?:\[[^\]]*\][^>]*)?>/i

function withoutPreamble(text: string): string {
  return text.replace(preamble, '')
}

/** The head as text; undefined when it holds bytes that text cannot hold. The last character may be cut. */
function decode(head: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length >= headBytes })
    return /[^\P{Cc}\t\n\f\r]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

function isJson(text: string, whole: boolean): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  if (!whole) return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether JSON is a glTF model: such a file states the version of its format, which programs write first. */
function isModel(text: string): boolean {
  return /"asset"\s*:\s*\{[^{}]*"version"\s*:\s*"\d+\.\d+"/.test(text)
}
