import { type Address, concatHex, encodeFunctionData, toFunctionSelector, zeroAddress } from 'viem'
import { expect } from 'vitest'
import type { Bench, Check, Manner } from '../support/bench.ts'
import { abi, type Collection, eventsOf, noFence, word } from '../support/collection.ts'

type Start = { collection: Collection; alice: Address; bob: Address; carol: Address }

/** A collection where Alice was given 1 and 2 in a batch and 4 singly, and Bob 3 in the batch. */
async function start({ create, chain }: Bench): Promise<Start> {
  const collection = await create()
  const [owner, alice, bob] = chain.accounts
  const carol = chain.accounts[3] ?? zeroAddress
  await collection.write(owner, 'mintBatch', [word(1), noFence, word(0xf), concatHex([alice, alice, bob])])
  await collection.write(owner, 'mint', [word(2), noFence, alice, word(0xd), ''])
  return { collection, alice, bob, carol }
}

const balances = async ({ collection, alice, bob, carol }: Start) =>
  (await Promise.all([alice, bob, carol].map((who) => collection.read('balanceOf', [who])))).map(Number)

const transfers = [
  ['transferFrom', (from: Address, to: Address, id: bigint) => [from, to, id] as const],
  ['safeTransferFrom', (from: Address, to: Address, id: bigint) => [from, to, id] as const],
] as const

/** What ownership promises. */
export const ownershipChecks: readonly Check[] = [
  {
    title: 'tokens move by their owner, however they were minted, and balances follow',
    async run(bench) {
      const begun = await start(bench)
      const { collection, alice, bob, carol } = begun
      expect(await balances(begun)).toEqual([3, 1, 0])
      const receipt = await collection.write(alice, 'transferFrom', [alice, bob, 1n])
      expect(eventsOf(receipt).map(({ eventName, args }) => [eventName, args])).toEqual([
        ['Transfer', { from: alice, to: bob, id: 1n }],
      ])
      await collection.write(alice, 'safeTransferFrom', [alice, carol, 4n])
      await collection.write(bob, 'safeTransferFrom', [bob, carol, 1n, '0x1234'])
      await collection.write(bob, 'transferFrom', [bob, bob, 3n])
      expect(await balances(begun)).toEqual([1, 1, 2])
      expect(await Promise.all([1n, 2n, 3n, 4n].map((id) => collection.read('ownerOf', [id])))).toEqual([
        carol,
        alice,
        bob,
        carol,
      ])
      await collection.write(carol, 'transferFrom', [carol, alice, 1n])
      expect(await balances(begun)).toEqual([2, 1, 1])
      expect(await collection.read('totalSupply')).toBe(4n)
    },
  },
  {
    title: 'nobody else moves or burns a token, the collection’s owner included',
    async run(bench) {
      const { collection, alice, bob, carol } = await start(bench)
      const outsiders: readonly Address[] = [collection.owner, bob, carol]
      for (const who of outsiders) {
        for (const [name, args] of transfers) {
          expect(await collection.refusal(who, name, args(alice, who, 1n))).toBe('NotOwnerNorApproved()')
        }
        expect(await collection.refusal(who, 'burn', [1n])).toBe('NotOwnerNorApproved()')
        expect(await collection.refusal(who, 'approve', [who, 1n])).toBe('NotOwnerNorApproved()')
      }
    },
  },
  {
    title: 'a transfer names the right sender, a recipient, and a token that exists',
    async run(bench) {
      const { collection, alice, bob } = await start(bench)
      for (const [name, args] of transfers) {
        expect(await collection.refusal(alice, name, args(bob, bob, 1n))).toBe('TransferFromIncorrectOwner()')
        expect(await collection.refusal(alice, name, args(alice, zeroAddress, 1n))).toBe('TransferToZeroAddress()')
        for (const id of [0n, 5n, 2n ** 256n - 1n, 2n ** 160n]) {
          expect(await collection.refusal(alice, name, args(alice, bob, id))).toBe('TokenDoesNotExist()')
        }
      }
      for (const id of [0n, 5n]) {
        expect(await collection.refusal(alice, 'burn', [id])).toBe('TokenDoesNotExist()')
        expect(await collection.refusal(alice, 'approve', [bob, id])).toBe('TokenDoesNotExist()')
        for (const view of ['ownerOf', 'getApproved', 'tokenURI'] as const) {
          expect(await collection.readRefusal(view, [id])).toBe('TokenDoesNotExist()')
        }
      }
      expect(await collection.readRefusal('balanceOf', [zeroAddress])).toBe('BalanceQueryForZeroAddress()')
    },
  },
  {
    title: 'an approval lets one account move or burn one token, once',
    async run(bench) {
      const { collection, alice, bob, carol } = await start(bench)
      const receipt = await collection.write(alice, 'approve', [carol, 1n])
      expect(eventsOf(receipt).map(({ eventName, args }) => [eventName, args])).toEqual([
        ['Approval', { owner: alice, account: carol, id: 1n }],
      ])
      expect(await collection.read('getApproved', [1n])).toBe(carol)
      expect(await collection.refusal(carol, 'approve', [bob, 1n])).toBe('NotOwnerNorApproved()')
      expect(await collection.refusal(carol, 'transferFrom', [alice, carol, 2n])).toBe('NotOwnerNorApproved()')
      await collection.write(carol, 'transferFrom', [alice, bob, 1n])
      expect(await collection.read('getApproved', [1n])).toBe(zeroAddress)
      expect(await collection.refusal(carol, 'transferFrom', [bob, carol, 1n])).toBe('NotOwnerNorApproved()')
      await collection.write(alice, 'approve', [carol, 2n])
      await collection.write(carol, 'burn', [2n])
      expect(await collection.readRefusal('getApproved', [2n])).toBe('TokenDoesNotExist()')
      await collection.write(alice, 'approve', [carol, 4n])
      await collection.write(alice, 'approve', [zeroAddress, 4n])
      expect(await collection.refusal(carol, 'burn', [4n])).toBe('NotOwnerNorApproved()')
    },
  },
  {
    title: 'an operator moves, burns and approves all tokens of an account until that ends',
    async run(bench) {
      const { collection, alice, bob, carol } = await start(bench)
      const receipt = await collection.write(alice, 'setApprovalForAll', [carol, true])
      expect(eventsOf(receipt).map(({ eventName, args }) => [eventName, args])).toEqual([
        ['ApprovalForAll', { owner: alice, operator: carol, isApproved: true }],
      ])
      expect(await collection.read('isApprovedForAll', [alice, carol])).toBe(true)
      expect(await collection.read('isApprovedForAll', [carol, alice])).toBe(false)
      await collection.write(carol, 'approve', [bob, 1n])
      await collection.write(bob, 'transferFrom', [alice, bob, 1n])
      await collection.write(carol, 'burn', [2n])
      await collection.write(alice, 'setApprovalForAll', [carol, false])
      expect(await collection.refusal(carol, 'burn', [4n])).toBe('NotOwnerNorApproved()')
      expect(await collection.refusal(alice, 'setApprovalForAll', [zeroAddress, true])).toBe('OperatorIsZeroAddress()')
    },
  },
  {
    title: 'a burned token is gone for good',
    async run(bench) {
      const begun = await start(bench)
      const { collection, alice } = begun
      const receipt = await collection.write(alice, 'burn', [1n])
      expect(eventsOf(receipt).map(({ eventName, args }) => [eventName, args])).toEqual([
        ['Transfer', { from: alice, to: zeroAddress, id: 1n }],
      ])
      await collection.write(alice, 'burn', [4n])
      expect(await balances(begun)).toEqual([1, 1, 0])
      expect(await collection.read('totalSupply')).toBe(2n)
      expect(await collection.read('minted')).toBe(4n)
      for (const id of [1n, 4n]) {
        expect(await collection.readRefusal('ownerOf', [id])).toBe('TokenDoesNotExist()')
        expect(await collection.readRefusal('tokenURI', [id])).toBe('TokenDoesNotExist()')
        expect(await collection.refusal(alice, 'burn', [id])).toBe('TokenDoesNotExist()')
      }
      await collection.write(collection.owner, 'mint', [word(3), noFence, alice, word(1), ''])
      expect(await collection.read('ownerOf', [5n])).toBe(alice)
    },
  },
  {
    title: 'a contract is asked before a safe transfer, and its no is heard with its reason',
    async run(bench) {
      const { collection, alice } = await start(bench)
      const refused = async (manner: Manner) =>
        collection.refusal(alice, 'safeTransferFrom', [alice, await bench.receiver(manner), 1n])
      const unsafe = 'TransferToNonERC721ReceiverImplementer()'
      for (const manner of ['wrong-answer', 'revert-silently', 'oblivious'] as const)
        expect(await refused(manner)).toBe(unsafe)
      // NotToday(1), an error of the receiver's own.
      expect(await refused('revert-with-reason')).toMatch(/^0x[0-9a-f]{8}0{63}1$/)
      const accepting = await bench.receiver('accept')
      await collection.write(alice, 'safeTransferFrom', [alice, accepting, 1n, '0xc0ffee'])
      expect(await collection.read('ownerOf', [1n])).toBe(accepting)
      const lastData = toFunctionSelector('lastData()')
      expect(await bench.chain.call({ from: alice, to: accepting, data: lastData })).toContain('c0ffee')
      await collection.write(alice, 'transferFrom', [alice, await bench.receiver('oblivious'), 2n])
    },
  },
  {
    title: 'a receiver that uses all gas makes a safe transfer fail, and changes nothing',
    async run(bench) {
      const { collection, alice } = await start(bench)
      const to = await bench.receiver('use-all-gas')
      const args = [alice, to, 1n] as const
      const data = encodeFunctionData({ abi, functionName: 'safeTransferFrom', args })
      const receipt = await bench.chain.send({ from: alice, to: collection.address, data, gas: 3_000_000 })
      expect(receipt.ok).toBe(false)
      expect(await collection.read('ownerOf', [1n])).toBe(alice)
      await collection.write(alice, 'transferFrom', args)
    },
  },
  {
    title: 'a receiver that may mint gets the next ids while it is asked, and no id twice',
    async run(bench) {
      const { collection, alice } = await start(bench)
      const to = await bench.receiver('mint')
      expect(await collection.refusal(alice, 'safeTransferFrom', [alice, to, 1n])).toBe('Unauthorized()')
      await collection.write(collection.owner, 'grantRoles', [to, 1n])
      await collection.write(alice, 'safeTransferFrom', [alice, to, 1n])
      expect(await Promise.all([1n, 5n].map((id) => collection.read('ownerOf', [id])))).toEqual([to, alice])
      expect(await collection.read('minted')).toBe(5n)
      await collection.write(collection.owner, 'mint', [word(9), noFence, alice, word(1), ''])
      expect(await collection.read('ownerOf', [6n])).toBe(alice)
    },
  },
  {
    title: 'a receiver that calls back in changes nothing it could not change from outside',
    async run(bench) {
      const { collection, alice, bob } = await start(bench)
      const balanceOf = async (who: Address) => Number(await collection.read('balanceOf', [who]))
      const safeSend = async (manner: Manner, id: bigint) => {
        const to = await bench.receiver(manner)
        await collection.write(alice, 'safeTransferFrom', [alice, to, id])
        return to
      }
      const returning = await safeSend('send-back', 1n)
      expect([await collection.read('ownerOf', [1n]), await balanceOf(alice), await balanceOf(returning)]).toEqual([
        alice,
        3,
        0,
      ])
      const approving = await safeSend('approve-sender', 1n)
      expect([await balanceOf(alice), await balanceOf(approving)]).toEqual([2, 1])
      await collection.write(alice, 'transferFrom', [approving, bob, 1n])
      const bouncing = await safeSend('bounce-to-self', 2n)
      expect([await collection.read('ownerOf', [2n]), await balanceOf(bouncing)]).toEqual([bouncing, 1])
      const cheat = await bench.receiver('burn-and-revert')
      expect(await collection.refusal(alice, 'safeTransferFrom', [alice, cheat, 4n])).toBe('TokenDoesNotExist()')
      const burning = await safeSend('burn', 4n)
      expect([await balanceOf(alice), await balanceOf(burning)]).toEqual([0, 0])
      expect(await collection.read('totalSupply')).toBe(3n)
    },
  },
]
