/** What stands on a network of Solana, read by plain calls, past everything of ours. */
import { getLeafSchemaSerializer, MPL_BUBBLEGUM_PROGRAM_ID } from '@metaplex-foundation/mpl-bubblegum'
import {
  getMetadataAccountDataSerializer,
  MPL_TOKEN_METADATA_PROGRAM_ID,
} from '@metaplex-foundation/mpl-token-metadata'
import { base58 } from '@scure/base'
import { PublicKey } from '@solana/web3.js'
import { z } from 'zod'

export interface HeldOnChain {
  /** Of the NFT. */
  address: string
  owner: string
  /** What stands on chain of it: its metadata's URI; of a leaf the hash of its metadata, in hex. */
  says: { uri: string } | { dataHash: string }
}

/** A leaf, and how often its owner became another one. */
export interface LeafOnChain extends HeldOnChain {
  moves: number
}

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** A TreeConfig: 8 bytes discriminator, two addresses, the capacity; then how many leaves were minted. */
const mintedAt = 8 + 32 + 32 + 8
/** Bytes of a token account. */
const tokenAccount = 165
/** The log programs' bytes before a leaf: kinds and versions of two events, and a length. */
const leafAt = 8
/** A change that a log program tells: the tree, its nodes from the leaf up (32 bytes and a number each); then its number and the place. */
const change = { treeAt: 2, pathAt: 38, perNode: 36 }
/** Keeps Core assets: their key (1), owner, update authority (a kind and an address), name, URI. */
const coreProgram = 'CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d'
const assetKey = 1

async function call<Schema extends z.ZodType>(
  url: string,
  method: string,
  params: unknown[],
  result: Schema,
): Promise<z.infer<Schema>> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(url, { method: 'POST', body })
  return result.parse(z.object({ result: z.unknown() }).parse(await answer.json()).result)
}

const transaction = z.object({
  meta: z.object({
    err: z.unknown(),
    innerInstructions: z
      .array(z.object({ instructions: z.array(z.object({ programIdIndex: z.int(), data: z.string() })) }))
      .nullish(),
  }),
  transaction: z.object({ message: z.object({ accountKeys: z.array(z.string()) }) }),
})

/**
 * The NFTs of a tree as they are now, from the logs of all its transactions.
 * @throws when not as many were minted as the tree itself counts
 */
export async function treeOnChain(url: string, tree: string): Promise<LeafOnChain[]> {
  const [config] = PublicKey.findProgramAddressSync(
    [new PublicKey(tree).toBytes()],
    new PublicKey(MPL_BUBBLEGUM_PROGRAM_ID),
  )
  const account = z.object({ value: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }) })
  const { value } = await call(url, 'getAccountInfo', [config.toBase58(), { encoding: 'base64' }], account)
  const minted = Number(Buffer.from(value.data[0], 'base64').readBigUInt64LE(mintedAt))
  const told: Told[] = []
  for (let before: string | undefined; ; ) {
    const page = await call(
      url,
      'getSignaturesForAddress',
      [tree, { limit: 1_000, ...(before === undefined ? {} : { before }) }],
      z.array(z.object({ signature: z.string(), err: z.unknown() })),
    )
    for (const { signature, err } of page)
      if (err === null)
        told.push(
          ...toldIn(
            await call(
              url,
              'getTransaction',
              [signature, { encoding: 'json', maxSupportedTransactionVersion: 0 }],
              transaction,
            ),
            tree,
          ),
        )
    before = page.at(-1)?.signature
    if (page.length < 1_000) break
  }
  const places = new Map<number, Told[]>()
  // The making of a tree is told as a change, too.
  for (const one of told.filter(({ sequence }) => sequence > 0).sort((a, b) => a.sequence - b.sequence))
    places.set(one.place, [...(places.get(one.place) ?? []), one])
  if (places.size !== minted) throw new Error(`tree ${tree} counts ${minted} NFTs, and its logs name ${places.size}`)
  return [...places.values()].flatMap((all) => {
    const leaf = all.at(-1)?.leaf
    const owners = all.flatMap((one) => one.leaf?.owner ?? []).filter((owner, at, list) => owner !== list[at - 1])
    return leaf ? [{ ...leaf, moves: owners.length - 1 }] : []
  })
}

/** A change of a tree; `leaf` absent: nothing lies at its place any more. */
interface Told {
  place: number
  sequence: number
  leaf: HeldOnChain | undefined
}

function toldIn({ meta, transaction: { message } }: z.infer<typeof transaction>, tree: string): Told[] {
  return (meta.innerInstructions ?? []).flatMap(({ instructions }) => {
    const leaves = new Map<number, HeldOnChain>()
    const changes: (Omit<Told, 'leaf'> & { gone: boolean })[] = []
    for (const { programIdIndex, data } of instructions) {
      // noopb9bk… and mnoopTCr…
      if (!/^m?noop/.test(message.accountKeys[programIdIndex] ?? '')) continue
      const bytes = Buffer.from(base58.decode(data))
      if (bytes[0] === 0) {
        const { treeAt, pathAt, perNode } = change
        if (base58.encode(bytes.subarray(treeAt, treeAt + 32)) !== tree) continue
        const end = pathAt + perNode * bytes.readUInt32LE(treeAt + 32)
        const gone = bytes.subarray(pathAt, pathAt + 32).every((byte) => byte === 0)
        changes.push({ place: bytes.readUInt32LE(end + 8), sequence: Number(bytes.readBigUInt64LE(end)), gone })
      } else if (bytes[6] === 1) {
        // An event of the application, of Bubblegum's leaf schema.
        const [{ id, owner, nonce, dataHash }] = getLeafSchemaSerializer().deserialize(bytes.subarray(leafAt))
        const says = { dataHash: Buffer.from(dataHash).toString('hex') }
        leaves.set(Number(nonce), { address: String(id), owner: String(owner), says })
      }
    }
    return changes.map(({ place, sequence, gone }) => ({
      ...{ place, sequence },
      leaf: gone ? undefined : leaves.get(place),
    }))
  })
}

const accounts = z.array(
  z.object({ pubkey: z.string(), account: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }) }),
)

/** NFTs with accounts of their own, of Token Metadata and of Core. @param without addresses of collections, which are NFTs too */
export async function uncompressedOnChain(url: string, without: ReadonlySet<string>): Promise<HeldOnChain[]> {
  const ofProgram = async (program: string, filters: unknown[]) =>
    (await call(url, 'getProgramAccounts', [program, { encoding: 'base64', filters }], accounts)).map(
      ({ pubkey, account }) => ({ address: pubkey, data: Buffer.from(account.data[0], 'base64') }),
    )
  const tokens = await ofProgram(tokenProgram, [{ dataSize: tokenAccount }])
  const held = tokens.flatMap(({ data }) => {
    const address = base58.encode(data.subarray(0, 32))
    if (without.has(address) || data.readBigUInt64LE(64) === 0n) return []
    return [{ address, owner: base58.encode(data.subarray(32, 64)) }]
  })
  const named = await Promise.all(held.map(async (one) => ({ ...one, says: { uri: await uriOf(url, one.address) } })))
  const assets = (await ofProgram(coreProgram, [])).filter(({ data }) => data[0] === assetKey && data.length > 1)
  return [...named, ...assets.map(({ address, data }) => ({ address, ...assetIn(data) }))]
}

async function uriOf(url: string, mint: string): Promise<string> {
  const program = new PublicKey(MPL_TOKEN_METADATA_PROGRAM_ID)
  const seeds = [Buffer.from('metadata'), program.toBytes(), new PublicKey(mint).toBytes()]
  const [address] = PublicKey.findProgramAddressSync(seeds, program)
  const account = z.object({ value: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }) })
  const { value } = await call(url, 'getAccountInfo', [address.toBase58(), { encoding: 'base64' }], account)
  const [{ uri }] = getMetadataAccountDataSerializer().deserialize(Buffer.from(value.data[0], 'base64'))
  return uri.replace(/\0+$/, '')
}

function assetIn(data: Buffer): Omit<HeldOnChain, 'address'> {
  const owner = base58.encode(data.subarray(1, 33))
  // Of a collection's asset the authority is the collection: a byte and its address.
  const nameAt = 33 + 1 + 32
  const uriAt = nameAt + 4 + data.readUInt32LE(nameAt)
  const uri = data.subarray(uriAt + 4, uriAt + 4 + data.readUInt32LE(uriAt)).toString()
  return { owner, says: { uri } }
}
