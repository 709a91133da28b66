import type { Package } from './package.ts'
import { readXml } from './xml.ts'

/** A reference from one part of an Office document to another. */
export interface Relation {
  id: string
  /** The last word of its type, such as `worksheet`. */
  type: string
  /** The path of the part it names. */
  part: string
}

/** The relations of a part ('' for the whole document), without those that lead out of the document. */
export async function relationsOf(pack: Package, part: string): Promise<Relation[]> {
  const at = part.lastIndexOf('/')
  const folder = part.slice(0, at + 1)
  const list = pack.part(`${folder}_rels/${part.slice(at + 1)}.rels`)
  const found: Relation[] = []
  if (list === undefined) return found
  await readXml(list, {
    open(name, { Id: id, Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || id === undefined || mode === 'External') return
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), part: resolved(folder, target) })
    },
  })
  return found
}

/** A target's path in the archive; `..` at the root stays at the root. */
function resolved(folder: string, target: string): string {
  const written = target.replaceAll('\\', '/')
  const parts: string[] = []
  for (const one of (written.startsWith('/') ? written : `${folder}${written}`).split('/')) {
    if (one === '..') parts.pop()
    else if (one !== '' && one !== '.') parts.push(one)
  }
  return unescapedPath(parts.join('/'))
}

function unescapedPath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
