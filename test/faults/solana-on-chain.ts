/** What stands on a network of Solana, read by plain calls, past everything of ours. */
import { getLeafSchemaSerializer, MPL_BUBBLEGUM_PROGRAM_ID } from '@metaplex-foundation/mpl-bubblegum'
import { base58 } from '@scure/base'
import { PublicKey } from '@solana/web3.js'
import { z } from 'zod'

export interface HeldOnChain {
  /** Of the NFT. */
  address: string
  owner: string
}

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** A TreeConfig: 8 bytes discriminator, two addresses, the capacity; then how many leaves were minted. */
const mintedAt = 8 + 32 + 32 + 8
/** Bytes of a token account. */
const tokenAccount = 165
/** The log program's bytes before a leaf: kinds and versions of two events, and a length. */
const leafAt = 8

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
 * The NFTs of a tree, from the logs of all its transactions.
 * @throws when they are not as many as the tree itself counts
 */
export async function treeOnChain(url: string, tree: string): Promise<HeldOnChain[]> {
  const found: HeldOnChain[] = []
  const [config] = PublicKey.findProgramAddressSync(
    [new PublicKey(tree).toBytes()],
    new PublicKey(MPL_BUBBLEGUM_PROGRAM_ID),
  )
  const account = z.object({ value: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }) })
  const { value } = await call(url, 'getAccountInfo', [config.toBase58(), { encoding: 'base64' }], account)
  const minted = Number(Buffer.from(value.data[0], 'base64').readBigUInt64LE(mintedAt))
  for (let before: string | undefined; ; ) {
    const page = await call(
      url,
      'getSignaturesForAddress',
      [tree, { limit: 1_000, ...(before === undefined ? {} : { before }) }],
      z.array(z.object({ signature: z.string(), err: z.unknown() })),
    )
    for (const { signature, err } of page)
      if (err === null)
        found.push(
          ...leavesIn(
            await call(
              url,
              'getTransaction',
              [signature, { encoding: 'json', maxSupportedTransactionVersion: 0 }],
              transaction,
            ),
          ),
        )
    before = page.at(-1)?.signature
    if (page.length < 1_000) break
  }
  if (found.length !== minted) throw new Error(`tree ${tree} counts ${minted} NFTs, and its logs name ${found.length}`)
  return found
}

function leavesIn({ meta, transaction: { message } }: z.infer<typeof transaction>): HeldOnChain[] {
  return (meta.innerInstructions ?? []).flatMap(({ instructions }) =>
    instructions.flatMap(({ programIdIndex, data }) => {
      if (!message.accountKeys[programIdIndex]?.startsWith('noop')) return []
      const bytes = base58.decode(data)
      // An event of the application (1), of Bubblegum's leaf schema (1); the others are of the tree.
      if (bytes[0] !== 1 || bytes[6] !== 1) return []
      const [leaf] = getLeafSchemaSerializer().deserialize(bytes.subarray(leafAt))
      return [{ address: String(leaf.id), owner: String(leaf.owner) }]
    }),
  )
}

/** NFTs with an account of their own. @param without addresses of collections, which are NFTs too */
export async function uncompressedOnChain(url: string, without: ReadonlySet<string>): Promise<HeldOnChain[]> {
  const held = await call(
    url,
    'getProgramAccounts',
    [tokenProgram, { encoding: 'base64', filters: [{ dataSize: tokenAccount }] }],
    z.array(z.object({ account: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }) })),
  )
  return held.flatMap(({ account }) => {
    const data = Buffer.from(account.data[0], 'base64')
    const address = base58.encode(data.subarray(0, 32))
    if (without.has(address) || data.readBigUInt64LE(64) === 0n) return []
    return [{ address, owner: base58.encode(data.subarray(32, 64)) }]
  })
}
