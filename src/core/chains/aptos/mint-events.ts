import { mintEvent, tokenResource, transferEvent, type UserTransaction } from './rpc/answers.ts'
import { nameIn, types } from './tokens.ts'

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

/** Name and URI of a token as a transaction left them; null where it does not tell of it. */
export function textsAfter({ changes }: UserTransaction, token: string): { name: string; uri: string } | null {
  const written = new Map(
    changes.flatMap(({ address, data }): [string, unknown][] => {
      const type: unknown =
        address === token && typeof data === 'object' && data !== null ? Reflect.get(data, 'type') : null
      return typeof type === 'string' ? [[type, data]] : []
    }),
  )
  const found = tokenResource.safeParse(written.get(types.token))
  return found.success ? { name: nameIn(written), uri: found.data.data.uri } : null
}
