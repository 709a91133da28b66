import { type Abi, type Address, concatHex, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Chain } from './chain.ts'
import {
  type Artifact,
  collections,
  type Fence,
  type Kind,
  noFence,
  shipped,
  abi as tokensAbi,
  uriBlock,
  word,
} from './collection.ts'
import { abi as copiesAbi, copiesFactory, defined, packed } from './copies.ts'
import type { Random } from './random.ts'

/** What hostile sequences need to know of a kind of collection. */
export interface Subject {
  address: Address
  owner: Address
  abi: Abi
  /** Wei for one token that is bought; null where nothing is sold. */
  price: bigint | null
  /** The call of one mint of ours, how many tokens or units it mints, and whether it is kept as a batch. */
  mint(random: Random, job: Hex, of: Fence, recipients: readonly Address[]): { data: Hex; count: number; kept: boolean }
  /** The call that mints so many tokens, or units of token 1, to one holder. */
  stock(job: Hex, to: Address, count: number): Hex
  /** What minting alone changes, beside counters and marks. */
  questions: readonly Hex[]
  /** The call by which somebody moves (or burns, `to` zero) one token or unit of `wallet`, which signs. */
  move(wallet: PrivateKeyAccount, permit: Hex, to: Address, id: bigint): Promise<Hex>
}

const price = 5n
const party = [
  { name: 'permit', type: 'bytes32' },
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'id', type: 'uint256' },
] as const

async function domainOf(chain: Chain, verifyingContract: Address) {
  const chainId = Number((await chain.rpc('eth_chainId', [])) as Hex)
  return { name: 'Mintdesk Collection', version: '1', chainId, verifyingContract }
}

/** A collection of either kind of ERC-721, of which some is for sale. */
export async function tokensSubject(
  chain: Chain,
  kind: Kind,
  payee: Address,
  artifact: Artifact = shipped[kind],
): Promise<Subject> {
  const collection = await collections(chain, artifact).create(0n, { price, payee, saleSupply: 1_000_000n })
  await collection.write(collection.owner, 'setBaseURI', ['x:base'])
  const { address, owner } = collection
  const domain = await domainOf(chain, address)
  const abi = tokensAbi
  return {
    address,
    owner,
    abi,
    price,
    questions: [encodeFunctionData({ abi, functionName: 'balanceGas' })],
    mint(random, job, of, recipients) {
      const to = concatHex(recipients)
      const sorted = concatHex([...recipients].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
      const calls = [
        () => encodeFunctionData({ abi, functionName: 'mintBatch', args: [job, of, word(7), to] }),
        () => encodeFunctionData({ abi, functionName: 'mintBatchSorted', args: [job, of, word(7), sorted] }),
        () => encodeFunctionData({ abi, functionName: 'mintBatchBase', args: [job, of, word(7), to, false] }),
        () =>
          encodeFunctionData({
            abi,
            functionName: 'mintBatchUris',
            args: [job, of, to, uriBlock(recipients.map((_, place) => `x:${place}`))],
          }),
      ]
      if (random.chance(75)) return { data: random.pick(calls)(), count: recipients.length, kept: true }
      const args = [job, of, recipients[0] ?? owner, word(8), ''] as const
      return { data: encodeFunctionData({ abi, functionName: 'mint', args }), count: 1, kept: false }
    },
    stock: (job, to, count) =>
      encodeFunctionData({
        abi,
        functionName: 'mintBatchSorted',
        args: [job, noFence, word(7), concatHex(Array.from({ length: count }, () => to))],
      }),
    async move(wallet, permit, to, id) {
      const message = { permit, from: wallet.address, to, id }
      const types = { Transfer: party }
      const signature = await wallet.signTypedData({ domain, types, primaryType: 'Transfer', message })
      const args = [permit, wallet.address, to, id, signature] as const
      return encodeFunctionData({ abi, functionName: 'transferBySignature', args })
    },
  }
}

/** A semi-fungible collection, of tokens 1 to 5. */
export async function copiesSubject(chain: Chain): Promise<Subject> {
  const { address, owner } = await (await copiesFactory(chain)).create()
  const domain = await domainOf(chain, address)
  const abi = copiesAbi
  const ids = [1n, 2n, 3n, 4n, 5n]
  return {
    address,
    owner,
    abi,
    price: null,
    questions: [
      encodeFunctionData({ abi, functionName: 'minted' }),
      ...ids.map((id) => encodeFunctionData({ abi, functionName: 'token', args: [id] })),
    ],
    mint(random, job, of, recipients) {
      const items = recipients.map((to) => ({ to, id: random.pick(ids), amount: BigInt(1 + random.int(3)) }))
      const definitions = [...new Set(items.map(({ id }) => id))].map((id) => defined(id))
      const count = items.reduce((sum, { amount }) => sum + Number(amount), 0)
      const args = [job, of, word(7), packed(items), definitions] as const
      return { data: encodeFunctionData({ abi, functionName: 'mintBatch', args }), count, kept: true }
    },
    stock: (job, to, count) =>
      encodeFunctionData({
        abi,
        functionName: 'mintBatch',
        args: [job, noFence, word(7), packed([{ to, id: 1n, amount: BigInt(count) }]), [defined(1n)]],
      }),
    async move(wallet, permit, to, id) {
      const message = { permit, from: wallet.address, to, id, amount: 1n }
      const types = { Transfer: [...party, { name: 'amount', type: 'uint256' }] } as const
      const signature = await wallet.signTypedData({ domain, types, primaryType: 'Transfer', message })
      const args = [permit, wallet.address, to, id, 1n, signature] as const
      return encodeFunctionData({ abi, functionName: 'transferBySignature', args })
    },
  }
}

/** The kinds as shipped; `payee`: who is paid for what is bought, where something is sold. */
export const subjects = {
  economy: (chain: Chain, payee: Address) => tokensSubject(chain, 'economy', payee),
  standard: (chain: Chain, payee: Address) => tokensSubject(chain, 'standard', payee),
  copies: (chain: Chain, _payee: Address) => copiesSubject(chain),
}

/** Nobody: burns. */
export const nobody = zeroAddress
