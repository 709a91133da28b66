import { mintEvent, mutationEvent, scriptPayload, transferEvent, type UserTransaction } from './rpc/answers.ts'
import { mintedTexts } from './scripts/payloads.ts'

/** A token, from the events of the transaction that minted it. */
export interface MintedToken {
  collection: string
  /** Its number in its collection, from 1. */
  index: number
  address: string
  /** Who held it at the end of that transaction. */
  recipient: string
}

const mintType = '0x4::collection::Mint'
const mutationType = '0x4::token::Mutation'
/** The module event of now, and the former handle event. */
const transferTypes: readonly string[] = ['0x1::object::Transfer', '0x1::object::TransferEvent']

/** The tokens that a transaction minted, in its order. */
export function tokensMintedBy({ success, events, sender }: UserTransaction): MintedToken[] {
  if (!success) return []
  const minted: MintedToken[] = []
  const holders = new Map<string, string>()
  for (const { type, data } of events) {
    if (type === mintType) {
      const { collection, index, token } = mintEvent.parse(data)
      minted.push({ collection, index: index.value, address: token, recipient: sender })
    } else if (transferTypes.includes(type)) {
      const { object, to } = transferEvent.parse(data)
      holders.set(object, to)
    }
  }
  return minted.map((one) => ({ ...one, recipient: holders.get(one.address) ?? one.recipient }))
}

/** The tokens of a collection that a transaction minted, in its order. */
export function mintedBy(by: UserTransaction, collection: string): MintedToken[] {
  return tokensMintedBy(by).filter((one) => one.collection === collection)
}

/** The tokens whose name, URI or other texts a transaction changed, each once. */
export function tokensRewrittenBy({ success, events }: UserTransaction): string[] {
  if (!success) return []
  const rewritten = events.flatMap(({ type, data }) =>
    type === mutationType ? [mutationEvent.parse(data).token_address] : [],
  )
  return [...new Set(rewritten)]
}

/** Transfers of tokens that existed before the transaction, in its order. */
export function tokensMovedBy(by: UserTransaction): { token: string; from: string; to: string }[] {
  if (!by.success) return []
  const fresh = new Set(tokensMintedBy(by).map(({ address }) => address))
  return by.events.flatMap(({ type, data }) => {
    if (!transferTypes.includes(type)) return []
    const { object: token, from, to } = transferEvent.parse(data)
    return fresh.has(token) ? [] : [{ token, from, to }]
  })
}

/** Names and URIs of the tokens that a transaction minted, in its order; null unless it runs one of this version's scripts. */
export function textsMinted({ payload }: UserTransaction): readonly { name: string; uri: string }[] | null {
  const script = scriptPayload.safeParse(payload)
  return script.success ? mintedTexts(script.data.code.bytecode, script.data.arguments) : null
}
