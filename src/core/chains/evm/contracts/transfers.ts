import {
  type Address,
  concatHex,
  encodeFunctionData,
  getAddress,
  type Hex,
  type LocalAccount,
  parseAbi,
  parseAbiItem,
  type RpcTransactionReceipt,
  size,
  sliceHex,
  toEventSelector,
  zeroAddress,
} from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import { collection1155 } from '../../../../../resources/contracts/artifacts/collection-1155.ts'
import type { TokenStanding, TransferClient } from '../../family/transfers.ts'
import type { Transfer, Work } from '../../family/work.ts'
import { callFault } from '../rpc/fault.ts'
import type { LogReader } from '../rpc/paged-logs.ts'
import type { RpcClient } from '../rpc/rpc.ts'
import { usedBy } from '../transactions/used-sequence.ts'
import { effectOf } from './effects.ts'
import { tokensClient } from './token-reads.ts'

/** Functions that every contract of the two standards has (EIP-721, EIP-1155). */
const standards = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
])

const domain = { name: 'Mintdesk Collection', version: '1' } as const
const party = [
  { name: 'permit', type: 'bytes32' },
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'id', type: 'uint256' },
] as const
/** The typed data that a holder signs (SignedTransfers.sol, Collection1155.sol); chain id and contract complete the domain. */
const permissions = {
  'erc-721': { Transfer: party },
  'erc-1155': { Transfer: [...party, { name: 'amount', type: 'uint256' }] },
} as const

type Permitted = Extract<Work, { kind: 'burn' | 'transfer' }>

/**
 * The holder's signature of the permission for a burn, or for a transfer that the treasury sends; the same at each call. Empty for work
 * that needs none.
 */
export async function signatureFor(
  work: Work,
  chainId: number,
  account: (owner: Permitted['owner']) => LocalAccount,
): Promise<Hex> {
  if (work.kind === 'revoke') return await signatureFor(burnOfNothing(work.transfer), chainId, account)
  if (work.kind !== 'burn' && !(work.kind === 'transfer' && work.by === 'treasury')) return '0x'
  const { to, units } = movedBy(work)
  const signer = account(work.owner)
  if (!signer.signTypedData) throw new Error('the account cannot sign for what it holds')
  const message = {
    permit: work.jobId as Hex,
    from: getAddress(work.holder),
    to,
    id: BigInt(work.tokenId),
  }
  const domainOf = { ...domain, chainId, verifyingContract: getAddress(work.contract) }
  if (units !== null)
    return await signer.signTypedData({
      domain: domainOf,
      primaryType: 'Transfer',
      types: permissions['erc-1155'],
      message: { ...message, amount: units },
    })
  return await signer.signTypedData({
    domain: domainOf,
    primaryType: 'Transfer',
    types: permissions['erc-721'],
    message,
  })
}

/** The recipient (the zero address for a burn), and the units; null for unique tokens. */
function movedBy(work: Permitted): { to: Address; units: bigint | null } {
  if (work.kind === 'burn')
    return { to: zeroAddress, units: work.quantity === undefined ? null : BigInt(work.quantity) }
  return { to: getAddress(work.to), units: work.standard === 'erc-1155' ? BigInt(work.quantity) : null }
}

/** The call that moves or burns an NFT. @param signature the holder's, for calls that the treasury sends */
export function encodeTransfer(work: Permitted, signature: Hex): Hex {
  const jobId = work.jobId as Hex
  const { to, units } = movedBy(work)
  const [from, id] = [getAddress(work.holder), BigInt(work.tokenId)] as const
  if (work.kind === 'burn' || work.by === 'treasury')
    return units === null
      ? encodeFunctionData({
          abi: collection721.abi,
          functionName: 'transferBySignature',
          args: [jobId, from, to, id, signature],
        })
      : encodeFunctionData({
          abi: collection1155.abi,
          functionName: 'transferBySignature',
          args: [jobId, from, to, id, units, signature],
        })
  const data =
    units === null
      ? encodeFunctionData({ abi: standards, functionName: 'safeTransferFrom', args: [from, to, id] })
      : encodeFunctionData({ abi: standards, functionName: 'safeTransferFrom', args: [from, to, id, units, '0x'] })
  // Contracts ignore data after their arguments; an older copy of the database recognises its transfer by the job.
  return concatHex([data, jobId])
}

/**
 * Uses up a permission for copies and moves nothing, whoever the recipient was: a burn of 0 units under the same id. A burn calls no recipient
 * contract, so nobody can make it fail.
 */
export function burnOfNothing({ jobId, contract, tokenId, holder, owner }: Transfer): Extract<Work, { kind: 'burn' }> {
  return { kind: 'burn', jobId, contract, tokenId: Number(tokenId), quantity: '0', holder, owner }
}

/** The job at the end of a call that `encodeTransfer` made for a holder's own transaction; null for any other call. */
function jobIn(input: Hex): string | null {
  const bytes = size(input)
  return bytes > 36 && (bytes - 4) % 32 === 0 ? sliceHex(input, bytes - 32) : null
}

/**
 * Gas for verifying the permission and recording its use; the margin of an estimate covers part of it. Measured on anvil: a transfer by
 * signature used 117,700 where the holder's own call was estimated at 118,100; for ERC-1155 tokens the difference is larger.
 */
const permissionWeight = 15_000n

/** Transfers NFTs of any contract on one network. */
export function transferClient(rpc: () => Promise<RpcClient>, logs: LogReader): TransferClient {
  return {
    holderSends: true,
    permissionWeight,
    // A unique token leaves its holder only once.
    leavesPermission: ({ by, standard }) => by === 'treasury' && standard === 'erc-1155',
    standing: (contract, tokenId, holder) => standing(rpc, contract, tokenId, holder),
    madeBy: async (work, sequences, block) => await madeBy(await rpc(), work, sequences, block),
    effect: async (work, blocks) => await effectOf(await rpc(), logs, work, blocks),
  }
}

/** Searches the contract's events first: nodes keep these longer than accounts' old transaction counts. */
async function madeBy(
  rpc: RpcClient,
  work: Transfer,
  sequences: readonly number[],
  block: number,
): Promise<string | null | undefined> {
  const holder = getAddress(work.holder)
  const isIt = async (hash: Hex): Promise<boolean> => {
    const { from, input } = await rpc.getTransaction({ hash })
    return getAddress(from) === holder && jobIn(input) === work.jobId
  }
  const hashes = await loggedHashes(rpc, work)
  if (hashes) {
    for (const hash of hashes) if (await isIt(hash)) return hash
    return null
  }
  let known = true
  for (const sequence of sequences) {
    const used = await usedBy(rpc, holder, sequence, block)
    known &&= used !== null
    if (used && (await isIt(used.hash as Hex))) return await hashIfLogged(rpc, work, used.hash as Hex)
  }
  return known ? null : undefined
}

/** The hash if the receipt has the transfer's event; undefined if the transaction succeeded without it; null if it failed. */
async function hashIfLogged(rpc: RpcClient, work: Transfer, hash: Hex): Promise<string | null | undefined> {
  const receipt = await rpc.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  if (receipt?.status !== '0x1') return null
  return isLogged(work, receipt) ? hash : undefined
}

/** The transactions with a matching transfer event of the contract; null where the node does not search that far back. */
async function loggedHashes(
  rpc: RpcClient,
  { contract, standard, holder, to, tokenId }: Transfer,
): Promise<Hex[] | null> {
  const [address, from, recipient] = [getAddress(contract), getAddress(holder), getAddress(to)]
  const whole = { address, fromBlock: 0n } as const
  try {
    const logs =
      standard === 'erc-721'
        ? await rpc.getLogs({ ...whole, event: transferEvent, args: { from, to: recipient, id: BigInt(tokenId) } })
        : await rpc.getLogs({ ...whole, event: singleEvent, args: { from, to: recipient } })
    return [...new Set(logs.map(({ transactionHash }) => transactionHash))]
  } catch (error) {
    const { kind } = callFault(error)
    // Many RPCs search only few blocks at a time.
    if (kind === 'answer' || kind === 'unsupported') return null
    throw error
  }
}

async function standing(
  rpc: () => Promise<RpcClient>,
  contract: string,
  tokenId: string,
  holder: string,
): Promise<TokenStanding> {
  const address = getAddress(contract)
  if (((await (await rpc()).getCode({ address })) ?? '0x') === '0x') return { kind: 'no-contract' }
  const [held] = await tokensClient(rpc).held(holder, [{ contract, tokenId }])
  if (!held || held.standard === null) return { kind: 'no-nft' }
  return { kind: 'nft', standard: held.standard, held: held.quantity }
}

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed id)')
const singleEvent = parseAbiItem(
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 amount)',
)
const moved = {
  transfer: toEventSelector(transferEvent),
  single: toEventSelector(singleEvent),
  batch: toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'),
}

/** Whether the receipt has the contract's event of the transfer: a call that succeeds without it is no transfer. */
export function isLogged(
  { contract, standard, holder, to, tokenId }: Transfer,
  receipt: RpcTransactionReceipt,
): boolean {
  const own = receipt.logs.filter((log) => getAddress(log.address) === getAddress(contract))
  return own.some(({ topics: [name, first, second, third] }) =>
    standard === 'erc-721'
      ? name === moved.transfer && isFor(first, holder) && isFor(second, to) && BigInt(third ?? -1) === BigInt(tokenId)
      : (name === moved.single || name === moved.batch) && isFor(second, holder) && isFor(third, to),
  )
}

function isFor(topic: Hex | undefined, address: string): boolean {
  return topic?.slice(-40).toLowerCase() === address.slice(2).toLowerCase()
}
