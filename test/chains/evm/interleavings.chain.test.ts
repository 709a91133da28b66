/** The interleavings of test/journal/fence.test.ts, played to the contracts: what the pure fence says of each call they say, too. */

import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  pad,
  parseAbi,
  stringToHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeWork } from '../../../src/core/chains/evm/contracts/calls.ts'
import type { ChainCall } from '../../../src/core/chains/family/call.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'
import { contractVersion } from '../../../src/shared/contract-features.ts'
import { type Chain, startChain } from '../../contracts/support/chain.ts'
import { interleavings, type Played } from '../../journal/model/interleavings.ts'
import type { MintCall } from '../../journal/model/marked-contract.ts'
import { account, type ContractsOn, contractsOn } from './contracts-on.ts'

const folder = `0x${'5a'.repeat(32)}`
const copied = 7
const kinds = ['economy', 'standard', 'copies'] as const
type Kind = (typeof kinds)[number]

let chain: Chain
let contracts: ContractsOn
beforeAll(async () => {
  chain = await startChain()
  contracts = contractsOn(chain)
})
afterAll(() => chain?.close())

async function deployed(contractKind: Kind, id: string): Promise<Address> {
  const facts = { projectIndex: 0, id, name: 'Fenced', symbol: 'F', contractUri: '', contractKind }
  return getAddress(await contracts.deployed({ ...facts, contractVersion, supplyLimit: 0, sale: null }))
}

/** Who gets what a letter stands for. */
const holderOf = (member: string): Address => getAddress(pad(stringToHex(member), { size: 20 }))

function workOf(kind: Kind, contract: Address, { job, members, fence }: MintCall): Work {
  const jobId = job as Hex
  const recipients = members.map(holderOf)
  if (kind !== 'copies') return { kind: 'mint-batch', contract, jobId, folder, recipients, sorted: false, fence }
  return {
    ...{ kind: 'mint-copies', contract, jobId, folder, fence },
    copies: recipients.map((recipient) => ({ recipient, tokenId: copied, amount: 1 })),
    definitions: [{ tokenId: copied, uri: 'https://x.example/7', limit: 0 }],
  }
}

/** Signed without being tried out, as what waits in a pool was tried out before all else came; what reverts has too little gas. */
async function play(kind: Kind, contract: Address, branch: readonly Played[]): Promise<string[]> {
  const works = branch.map(({ call }) => workOf(kind, contract, call))
  const calls = works.map((work, place): ChainCall => {
    const { to, data } = encodeWork(work)
    return { to, data, value: '0', weight: branch[place]?.reverts ? '60000' : '1000000' }
  })
  const receipts = await contracts.included(...calls)
  return Promise.all(
    works.map(async (work, place) => {
      const receipt = receipts[place]
      if (!receipt) throw new Error('there is no receipt')
      const { kind: verdict } = await contracts.client.outcome(work, receipt)
      return verdict === 'failed' ? 'reverted' : verdict
    }),
  )
}

const balances = {
  tokens: parseAbi(['function balanceOf(address holder) view returns (uint256)']),
  copies: parseAbi(['function balanceOf(address holder, uint256 id) view returns (uint256)']),
}

async function held(kind: Kind, contract: Address, member: string): Promise<bigint> {
  const holder = holderOf(member)
  const data =
    kind === 'copies'
      ? encodeFunctionData({ abi: balances.copies, functionName: 'balanceOf', args: [holder, BigInt(copied)] })
      : encodeFunctionData({ abi: balances.tokens, functionName: 'balanceOf', args: [holder] })
  const answer = await chain.call({ from: account.address, to: contract, data })
  return decodeFunctionResult({ abi: balances.tokens, functionName: 'balanceOf', data: answer })
}

for (const kind of kinds)
  describe(`two programs that mint with one key (${kind})`, () => {
    for (const [name, { what, branches }] of Object.entries(interleavings))
      it(`${name}: ${what}`, async () => {
        const contract = await deployed(kind, `${name}-${kind}`)
        for (const branch of branches as readonly (readonly Played[])[]) {
          const beginning = await chain.rpc('evm_snapshot', [])
          expect(await play(kind, contract, branch)).toEqual(branch.map(({ verdict }) => verdict))
          const minted = branch.filter(({ verdict }) => verdict === 'minted').flatMap(({ call }) => call.members)
          const named = new Set(branch.flatMap(({ call }) => call.members))
          for (const member of named)
            expect(await held(kind, contract, member), member).toBe(minted.includes(member) ? 1n : 0n)
          expect(await chain.rpc('evm_revert', [beginning])).toBe(true)
        }
      })
  })
