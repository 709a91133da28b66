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

/** The searchable texts of metadata: its name, its traits and their values. Accepts metadata of any shape. */
export function wordsOf(metadata: unknown): string[] {
  const { name, attributes } = words.catch({ name: '', attributes: [] }).parse(metadata)
  return [name, ...attributes.flatMap(({ trait_type, value }) => [trait_type, String(value)])]
}
