import { z } from 'zod'

const named = z.array(z.object({ uri: z.string().optional() }).catch({})).catch([])
const model = z.object({ buffers: named, images: named })

/** The external files that a glTF model (its JSON) refers to: geometry and pictures. Empty for text that is no such model. */
export function modelParts(text: string): string[] {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return []
  }
  const found = model.safeParse(read)
  if (!found.success) return []
  return [...found.data.buffers, ...found.data.images].flatMap(({ uri }) =>
    uri === undefined || uri.startsWith('data:') ? [] : [uri],
  )
}
