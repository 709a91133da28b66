import { mintEvent, scriptPayload, transferEvent, type UserTransaction } from './rpc/answers.ts'
import { mintedTexts } from './scripts/payloads.ts'

/** A token as the transaction that minted it tells. */
export interface MintedToken {
  /** Its number in its collection, from 1. */
  index: number
  address: string
  /** Who got it in the same transaction. */
  recipient: string
}

const mintType = '0x4::collection::Mint'
/** By now events of modules; of handles before. */
const transferTypes: readonly string[] = ['0x1::object::Transfer', '0x1::object::TransferEvent']

/** The tokens of a collection that a transaction minted, in its order. */
export function mintedBy({ success, events, sender }: UserTransaction, collection: string): MintedToken[] {
  if (!success) return []
  const minted: MintedToken[] = []
  const holders = new Map<string, string>()
  for (const { type, data } of events) {
    if (type === mintType) {
      const { collection: own, index, token } = mintEvent.parse(data)
      if (own === collection) minted.push({ index: index.value, address: token, recipient: sender })
    } else if (transferTypes.includes(type)) {
      const { object, to } = transferEvent.parse(data)
      holders.set(object, to)
    }
  }
  return minted.map((one) => ({ ...one, recipient: holders.get(one.address) ?? one.recipient }))
}

/** Names and URIs that a transaction minted tokens with, in its order, where it is one as this version sends it; else null. */
export function textsMinted({ payload }: UserTransaction): readonly { name: string; uri: string }[] | null {
  const script = scriptPayload.safeParse(payload)
  return script.success ? mintedTexts(script.data.code.bytecode, script.data.arguments) : null
}
