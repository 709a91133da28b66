import { type Address, concatHex, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { expect } from 'vitest'
import type { Bench, Check } from '../support/bench.ts'
import { abi, type Collection, eventsOf, noFence, stranger, word } from '../support/collection.ts'

const price = 1_000_000_000_000_000n

/** A collection that sells, with a base URI; `payee` is an address that nobody has. */
async function selling(
  bench: Bench,
  { limit = 0n, saleSupply = 10n, payee = stranger(1_000_000 + Math.floor(Math.random() * 1_000_000)) } = {},
): Promise<{ collection: Collection; payee: Address }> {
  const collection = await bench.create(limit, { price, payee, saleSupply })
  await collection.write(collection.owner, 'setBaseURI', ['https://example.com/t'])
  return { collection, payee }
}

const balance = async ({ chain }: Bench, address: Address) =>
  BigInt((await chain.rpc('eth_getBalance', [address, 'latest'])) as Hex)

/** What sales promise. */
export const saleChecks: readonly Check[] = [
  {
    title: 'a stranger buys at the price, the payee has it at once, and the collection holds nothing',
    async run(bench) {
      const { collection, payee } = await selling(bench)
      const [owner, buyer] = bench.chain.accounts
      await collection.write(owner, 'mintBatch', [word(1), noFence, word(5), concatHex([stranger(1), stranger(2)])])
      const receipt = await collection.write(buyer, 'purchase', [stranger(3), 4n], price * 4n)
      expect(await Promise.all([3n, 4n, 5n, 6n].map((id) => collection.read('ownerOf', [id])))).toEqual(
        Array(4).fill(stranger(3)),
      )
      expect(eventsOf(receipt).filter(({ eventName }) => eventName === 'Purchased')).toMatchObject([
        { args: { buyer, to: stranger(3), firstTokenId: 3n, quantity: 4n, price } },
      ])
      expect(eventsOf(receipt).filter(({ eventName }) => eventName === 'Transfer')).toHaveLength(4)
      expect(await collection.read('payments')).toEqual([price, payee, 6n])
      expect(await collection.read('purchased')).toBe(4n)
      expect(await collection.read('minted')).toBe(6n)
      expect(await collection.read('tokenURI', [6n])).toBe('https://example.com/t/6')
      expect(await collection.readRefusal('batchOf', [3n])).toBe('NotInBatch()')
      expect(await balance(bench, payee)).toBe(price * 4n)
      expect(await balance(bench, collection.address)).toBe(0n)
      expect(await collection.read('balanceOf', [stranger(3)])).toBe(4n)
    },
  },
  {
    title: 'a purchase of the wrong value, of none, of too many, for nobody, or without a base URI is refused',
    async run(bench) {
      const { collection } = await selling(bench)
      const [, buyer] = bench.chain.accounts
      const buy = (quantity: bigint, value: bigint, to: Address = buyer) =>
        collection.refusal(buyer, 'purchase', [to, quantity], value)
      expect(await buy(2n, price * 2n)).toBe('done')
      for (const value of [0n, price, price * 2n - 1n, price * 2n + 1n])
        expect(await buy(2n, value)).toBe(`WrongValue(${price * 2n})`)
      expect(await buy(0n, 0n)).toBe('InvalidQuantity()')
      expect(await buy(11n, price * 11n)).toBe('SaleSupplyReached(10)')
      // Quantities whose price would come to little modulo 2^256.
      for (const quantity of [2n ** 255n, 2n ** 256n - 1n, 2n ** 48n + 1n, 2n ** 128n])
        expect(await buy(quantity, (price * quantity) % 2n ** 60n)).toBe('SaleSupplyReached(10)')
      expect(await buy(1n, price, zeroAddress)).toBe('TransferToZeroAddress()')
      const bare = await bench.create(0n, { price, payee: stranger(1), saleSupply: 1n })
      expect(await bare.refusal(buyer, 'purchase', [buyer, 1n], price)).toBe('BaseURIMissing()')
      const unsold = await bench.create()
      expect(await unsold.refusal(buyer, 'purchase', [buyer, 1n], 0n)).toBe('NotForSale()')
    },
  },
  {
    title: 'the dearest price and the largest sale do not overflow',
    async run(bench) {
      const { collection } = await selling(bench, { saleSupply: 2n ** 48n - 1n })
      const [owner, buyer] = bench.chain.accounts
      const dearest = 2n ** 128n - 1n
      await collection.write(owner, 'setPayments', [dearest, stranger(1), 2n ** 48n - 1n])
      expect(await collection.refusal(buyer, 'purchase', [buyer, 2n ** 48n - 1n], 1n)).toBe(
        `WrongValue(${dearest * (2n ** 48n - 1n)})`,
      )
      expect(await collection.refusal(owner, 'setPayments', [dearest + 1n, stranger(1), 1n])).toBe('InvalidPayments()')
      expect(await collection.refusal(owner, 'setPayments', [price, stranger(1), 2n ** 256n - 1n])).toBe(
        `SaleSupplyTooHigh(${2n ** 48n - 1n})`,
      )
    },
  },
  {
    title: 'the owner changes, ends and begins a sale again; half a sale is refused',
    async run(bench) {
      const { collection } = await selling(bench, { limit: 20n })
      const [owner, buyer] = bench.chain.accounts
      const receipt = await collection.write(owner, 'setPayments', [7n, stranger(2), 3n])
      expect(eventsOf(receipt)).toMatchObject([
        { eventName: 'PaymentsUpdated', args: { price: 7n, payee: stranger(2), saleSupply: 3n } },
      ])
      await collection.write(buyer, 'purchase', [buyer, 3n], 21n)
      expect(await collection.refusal(buyer, 'purchase', [buyer, 1n], 7n)).toBe('SaleSupplyReached(0)')
      await collection.write(owner, 'setPayments', [0n, zeroAddress, 0n])
      expect(await collection.read('payments')).toEqual([0n, zeroAddress, 0n])
      expect(await collection.refusal(buyer, 'purchase', [buyer, 1n], 0n)).toBe('NotForSale()')
      for (const half of [
        [0n, stranger(2), 0n],
        [7n, zeroAddress, 0n],
        [0n, zeroAddress, 1n],
      ] as const)
        expect(await collection.refusal(owner, 'setPayments', half)).toBe('InvalidPayments()')
      expect(await collection.refusal(buyer, 'setPayments', [7n, buyer, 1n])).toBe('Unauthorized()')
      expect(await collection.read('purchased')).toBe(3n)
    },
  },
  {
    title: 'what is set aside for sale and what is left for minting never take from one another',
    async run(bench) {
      const { collection } = await selling(bench, { limit: 10n, saleSupply: 4n })
      const [owner, buyer] = bench.chain.accounts
      const seven = concatHex(Array.from({ length: 7 }, (_, i) => stranger(i)))
      expect(await collection.refusal(owner, 'mintBatch', [word(1), noFence, word(5), seven])).toBe(
        'SupplyLimitReached(6)',
      )
      await collection.write(owner, 'mintBatch', [word(1), noFence, word(5), concatHex([stranger(1), stranger(2)])])
      expect(await collection.refusal(owner, 'setPayments', [price, stranger(1), 9n])).toBe('SaleSupplyTooHigh(8)')
      expect(await collection.refusal(owner, 'setSupplyLimit', [5n])).toBe('SaleSupplyTooHigh(3)')
      expect(await collection.refusal(owner, 'setSupplyLimit', [1n])).toBe('SupplyLimitBelowMinted(2)')
      await collection.write(owner, 'setSupplyLimit', [6n])
      expect(await collection.refusal(owner, 'mint', [word(2), noFence, buyer, word(1), ''])).toBe(
        'SupplyLimitReached(0)',
      )
      await collection.write(buyer, 'purchase', [buyer, 4n], price * 4n)
      expect(await collection.read('minted')).toBe(6n)
      await collection.write(owner, 'setSupplyLimit', [7n])
      await collection.write(owner, 'mint', [word(2), noFence, buyer, word(1), ''])
    },
  },
  {
    title:
      '100 purchases by strangers between signing and inclusion leave all 16 signed batches of a limited collection their room',
    async run(bench) {
      const { chain } = bench
      const { collection } = await selling(bench, { limit: 16n * 20n + 100n, saleSupply: 100n })
      const [owner, ...others] = chain.accounts
      const batches = Array.from({ length: 16 }, (_, i) => ({
        from: owner,
        to: collection.address,
        gas: 3_000_000,
        data: encodeFunctionData({
          abi,
          functionName: 'mintBatch',
          args: [
            word(i + 1),
            noFence,
            word(5),
            concatHex(Array.from({ length: 20 }, (_, place) => stranger(i * 20 + place))),
          ],
        }),
      }))
      // Estimated, as the app does before it signs; then the strangers come first.
      for (const { data } of batches) expect(await collection.refusalOfData(data)).toBe('done')
      const purchases = Array.from({ length: 100 }, (_, i) => {
        const from = others[i % others.length] ?? owner
        const data = encodeFunctionData({ abi, functionName: 'purchase', args: [from, 1n] })
        return { from, to: collection.address, data, value: price, gas: 300_000 }
      })
      const receipts = await chain.sendAll([...purchases, ...batches])
      expect(receipts.map(({ ok }) => ok)).toEqual(Array(116).fill(true))
      expect(await collection.read('minted')).toBe(420n)
      expect(await collection.refusal(others[0] ?? owner, 'purchase', [owner, 1n], price)).toBe('SaleSupplyReached(0)')
      expect(await collection.refusal(owner, 'mint', [word(99), noFence, owner, word(1), ''])).toBe(
        'SupplyLimitReached(0)',
      )
    },
  },
  {
    title: 'a payee that rejects, uses all gas or answers at length makes the purchase revert, and nothing is kept',
    async run(bench) {
      const { chain } = bench
      const [, buyer] = chain.accounts
      for (const manner of [1, 3, 4]) {
        const { collection } = await selling(bench, { payee: await bench.wallet('Payee', [manner]) })
        const data = encodeFunctionData({ abi, functionName: 'purchase', args: [buyer, 1n] })
        const receipt = await chain.send({ from: buyer, to: collection.address, data, value: price, gas: 3_000_000 })
        expect(receipt.ok).toBe(false)
        if (manner === 1)
          expect(await collection.refusal(buyer, 'purchase', [buyer, 1n], price)).toBe('PayeeRejected()')
        expect(await collection.read('minted')).toBe(0n)
        expect(await balance(bench, collection.address)).toBe(0n)
      }
      // A collection cannot be its own payee: it takes no coins.
      const { collection } = await selling(bench)
      await collection.write(collection.owner, 'setPayments', [price, collection.address, 1n])
      expect(await collection.refusal(buyer, 'purchase', [buyer, 1n], price)).toBe('PayeeRejected()')
    },
  },
  {
    title: 'a payee that buys with what it is paid, inside the purchase, gets another token and no more',
    async run(bench) {
      const payee = await bench.wallet('Payee', [2])
      const { collection } = await selling(bench, { payee, saleSupply: 2n })
      const [, buyer] = bench.chain.accounts
      await collection.write(buyer, 'purchase', [buyer, 1n], price)
      expect(await Promise.all([1n, 2n].map((id) => collection.read('ownerOf', [id])))).toEqual([buyer, payee])
      expect([await collection.read('minted'), await collection.read('purchased')]).toEqual([2n, 2n])
      expect(await collection.read('payments')).toEqual([price, payee, 0n])
      expect(await balance(bench, payee)).toBe(price)
      expect(await balance(bench, collection.address)).toBe(0n)
      const last = await bench.wallet('Payee', [2])
      await collection.write(collection.owner, 'setPayments', [price, last, 1n])
      expect(await collection.refusal(buyer, 'purchase', [buyer, 1n], price)).toBe('PayeeRejected()')
    },
  },
  {
    title: 'nothing but a purchase takes coins, whoever sends them',
    async run(bench) {
      const { chain } = bench
      const { collection } = await selling(bench)
      const { owner } = collection
      await collection.write(owner, 'mint', [word(1), noFence, owner, word(1), ''])
      const calls = [
        ['grantRoles', [stranger(1), 2n]],
        ['revokeRoles', [stranger(1), 2n]],
        ['renounceRoles', [2n]],
        ['transferOwnership', [stranger(1)]],
        ['renounceOwnership', []],
        ['requestOwnershipHandover', []],
        ['cancelOwnershipHandover', []],
        ['completeOwnershipHandover', [stranger(1)]],
        ['approve', [stranger(1), 1n]],
        ['transferFrom', [owner, stranger(1), 1n]],
        ['safeTransferFrom', [owner, stranger(1), 1n]],
        ['safeTransferFrom', [owner, stranger(1), 1n, '0x']],
        ['setApprovalForAll', [stranger(1), true]],
        ['burn', [1n]],
        ['setSupplyLimit', [9n]],
        ['setPayments', [price, stranger(1), 1n]],
        ['mint', [word(2), noFence, owner, word(1), '']],
      ] as const
      const tried = calls.map(([functionName, args]) =>
        encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0]),
      )
      for (const data of [...tried, '0x', '0x12345678'] as Hex[]) {
        await expect(chain.call({ from: owner, to: collection.address, data, value: 1n }), data).rejects.toThrow()
      }
      await collection.write(owner, 'renounceRoles', [2n])
      await collection.write(stranger0(bench), 'requestOwnershipHandover', [])
      await collection.write(owner, 'completeOwnershipHandover', [stranger0(bench)])
      expect(await collection.read('owner')).toBe(stranger0(bench))
    },
  },
]

const stranger0 = ({ chain }: Bench) => chain.accounts[1]
