import { z } from 'zod'

const words = z.object({
  name: z.string().catch(''),
  attributes: z
    .array(
      z.object({
        trait_type: z.string().catch(''),
        value: z.union([z.string(), z.number(), z.boolean()]).catch(''),
      }),
    )
    .catch([]),
})

/** What of metadata a person may search by: the name, the traits and their values. Of metadata of any form. */
export function wordsOf(metadata: unknown): string[] {
  const { name, attributes } = words.catch({ name: '', attributes: [] }).parse(metadata)
  return [name, ...attributes.flatMap(({ trait_type, value }) => [trait_type, String(value)])]
}
