/** Headers of answers, as `/openapi.json` describes them. */
interface Header {
  description: string
  schema: { type: 'string' | 'integer'; enum?: string[] }
}

const text = (description: string): Header => ({ description, schema: { type: 'string' } })

const headers = {
  'Idempotent-Replay': {
    description: 'Nothing was made: what is answered was made before.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Idempotent-Mismatch': text('With Idempotent-Replay: the fields that asked for something else than what stands.'),
  Allow: text('The methods that the address has.'),
  Location: text('The address of the action that does it.'),
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'X-Mintdesk-Next': text('The `cursor` of the next page; absent on the last.'),
  'X-Mintdesk-Coverage': {
    description:
      'What the list covers: contracts of this Mintdesk, also what a provider knows, or everything that the network has.',
    schema: { type: 'string', enum: ['own', 'provider', 'full'] },
  },
  'X-Mintdesk-Coverage-Note': text('Why the list covers less than it could, in a sentence.'),
} satisfies Record<string, Header>

type Name = keyof typeof headers

const replay: readonly Name[] = ['Idempotent-Replay', 'Idempotent-Mismatch']
const named: readonly Name[] = ['Location']
const coverage: readonly Name[] = ['X-Mintdesk-Coverage', 'X-Mintdesk-Coverage-Note']

/** By operation: the headers of its successful answer. */
const own: ReadonlyMap<string, readonly Name[]> = new Map<string, readonly Name[]>([
  ['createCollection', ['Idempotent-Replay']],
  ['putCollection', replay],
  ['mintNft', replay],
  ['putNft', replay],
  ['mintSft', ['Idempotent-Replay']],
  ['createTemplate', replay],
  ['putTemplate', replay],
  ['transferNft', [...named, 'Idempotent-Replay']],
  ['transferWalletNft', [...named, 'Idempotent-Replay']],
  ...['putBaseUri', 'putTransferable', 'putRoyalties', 'deleteRoyalties'].map((id) => [id, named] as const),
  ...['listCollections', 'listNfts', 'listTemplates'].map((id) => [id, ['X-Mintdesk-Next']] as const),
  ...['listWalletNfts', 'listWalletNftsAlpha'].map((id) => [id, [...coverage, 'X-Mintdesk-Next' as const]] as const),
])

/** By status: the headers of a refusal. */
const refused: ReadonlyMap<number, readonly Name[]> = new Map([
  [405, ['Allow']],
  [429, ['Retry-After']],
  [503, ['Retry-After']],
])

/** The headers of an operation's answer with this status; undefined for none. */
export function headersOf(operationId: string, status: number): Record<string, Header> | undefined {
  const names = status < 300 ? own.get(operationId) : refused.get(status)
  return names && Object.fromEntries(names.map((name) => [name, headers[name]]))
}
