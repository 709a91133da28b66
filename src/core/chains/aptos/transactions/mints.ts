import type { ChainCall } from '../../family/call.ts'
import { Refusal } from '../../family/outcome.ts'
import type { NewToken } from '../../family/tokens.ts'
import type { Work } from '../../family/work.ts'
import type { ClientMemory } from '../client-options.ts'
import type { AptosRpc } from '../rpc/rpc.ts'
import { mintPayload } from '../scripts/payloads.ts'
import { collectionName } from '../tokens.ts'
import type { AptosFailure } from './failures.ts'
import { mintsUse } from './gas.ts'
import { chargedCall } from './prepare.ts'
import { type Sending, simulate } from './simulate.ts'

type Mint = Extract<Work, { kind: 'mint-tokens' }>

/** Most bytes of a name and of a URI in the standard (0x4::token). */
const longest = { name: 128, uri: 512 } as const

/** The call that mints into a collection. @throws Refusal with the place of the token that the chain would refuse, if that is known */
export async function prepareMint(
  node: AptosRpc,
  { names }: Pick<ClientMemory, 'names'>,
  sending: Sending,
  { contract, tokens }: Mint,
): Promise<ChainCall> {
  refuseTooLong(tokens)
  const name = await knownName(node, names, contract)
  const parts = { payload: mintPayload(name, tokens), to: contract, owner: null, atWorst: mintsUse(tokens) }
  return chargedCall(node, sending, parts, (failure) => placeOf(node, sending, name, tokens, failure))
}

/**
 * The place of the token that the chain refuses: the last token of the shortest failing prefix. Undefined if the failure is not about a single
 * token.
 */
export async function placeOf(
  node: AptosRpc,
  sending: Sending,
  name: string,
  tokens: readonly NewToken[],
  { ofToken }: Pick<AptosFailure, 'ofToken'>,
): Promise<number | undefined> {
  if (!ofToken) return undefined
  const passes = async (some: readonly NewToken[]) =>
    some.length === 0 || (await simulate(node, mintPayload(name, some), sending)).ok
  let [passing, failing] = [0, tokens.length]
  while (failing - passing > 1) {
    const middle = (passing + failing) >> 1
    if (await passes(tokens.slice(0, middle))) passing = middle
    else failing = middle
  }
  // If the second token alone is refused, too, the failure is not about the first.
  const alone = passing === 0 && tokens.length > 1 && !(await passes(tokens.slice(1, 2)))
  return alone ? undefined : passing
}

/** The name of a collection, which its creator's mints must give. @throws Refusal if there is no collection */
export async function knownName(node: AptosRpc, names: ClientMemory['names'], collection: string): Promise<string> {
  const known = names.get(collection)
  if (known !== undefined) return known
  const name = await collectionName(node, collection)
  if (name === null)
    throw new Refusal({
      kind: 'failed',
      code: 'collection.absent',
      message: `There is no collection at ${collection} (any more): the network is another one, or began anew.`,
    })
  names.set(collection, name)
  return name
}

function refuseTooLong(tokens: readonly NewToken[]): void {
  for (const [place, { name, uri }] of tokens.entries()) {
    const [nameBytes, uriBytes] = [Buffer.byteLength(name), Buffer.byteLength(uri)]
    if (nameBytes <= longest.name && uriBytes <= longest.uri) continue
    const message =
      nameBytes > longest.name
        ? `The name is ${nameBytes} bytes long, and Aptos keeps ${longest.name}: shorten it.`
        : `The URI of the metadata is ${uriBytes} bytes long, and Aptos keeps ${longest.uri}: shorten it.`
    throw new Refusal({ kind: 'failed', code: 'metadata.length', message, place })
  }
}
