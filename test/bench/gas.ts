/**
 * `npm run bench:gas`: what one mint costs in gas, by size of the batch, beside the ways others mint and the floor; and what `balanceOf`
 * costs in a large collection. Figures are `gasUsed` of whole transactions on anvil ÷ mints, for recipients that hold nothing yet, in
 * contracts that minted before; those of collections go through the clone, with the job guard and the room that is kept for a sale.
 */
import { randomBytes } from 'node:crypto'
import { type Address, bytesToHex, concatHex, encodeFunctionData, type Hex, numberToHex } from 'viem'
import { standard721 } from '../../resources/contracts/artifacts/standard-721.ts'
import { compileTestSource } from '../contracts/support/bench.ts'
import { type Chain, startChain } from '../contracts/support/chain.ts'
import { abi, collections, fence, noFence, uriBlock } from '../contracts/support/collection.ts'
import { abi as copiesAbi, copiesFactory } from '../contracts/support/copies.ts'
import { gasOf } from '../contracts/support/observer.ts'

const sizes = [1, 10, 100, 200, 500, 1000]
const usualUri = 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'

const writer = 0x9abcdef1
const entry = fence({ writer })
const ours = fence({ expected: writer, writer })

const random32 = (): Hex => bytesToHex(randomBytes(32))
const recipients = (count: number): Address[] => Array.from({ length: count }, () => bytesToHex(randomBytes(20)))
const sorted = (count: number) => recipients(count).sort()
const ownUris = (count: number) =>
  Array.from({ length: count }, (_, i) => `ipfs://bafkrei${randomBytes(26).toString('hex')}${i % 10}`.slice(0, 66))

/**
 * What no design with an owner for each token on chain can go below: the transaction, one slot that is new (so that a job is done once), a
 * contract that is made to hold the owners; and each mint's Transfer event, 20 bytes of calldata and 20 bytes of code.
 */
const floor = (mints: number): number => 21_000 + 22_100 + 32_000 + mints * (1_875 + 20 * 16 + 20 * 200)

const chain = await startChain()
try {
  await printMints(chain)
  await printBalances(chain)
} finally {
  await chain.close()
}

async function printMints(chain: Chain): Promise<void> {
  const loops = compileTestSource('Loops.sol', { viaIR: true })
  const price = { price: 1n, payee: chain.accounts[1], saleSupply: 1_000n }
  const collection = await collections(chain).create(1_000_000n, price)
  const standard = await collections(chain, standard721).create(1_000_000n, price)
  const copies = await (await copiesFactory(chain)).create(1_000_000n)
  await copies.write(copies.owner, 'defineTokens', [[{ id: 1n, limit: 0n, digest: random32(), uri: '' }]])
  // As the app mints: a writer has entered, and mints on.
  for (const { write } of [collection, standard])
    await write(chain.accounts[0], 'mint', [random32(), entry, chain.accounts[1], random32(), ''])
  const unit = concatHex([chain.accounts[1], numberToHex(1, { size: 7 }), numberToHex(1, { size: 5 })])
  await copies.write(copies.owner, 'mintBatch', [random32(), entry, random32(), unit, []])
  const other = async (name: string) => {
    const artifact = loops(name)
    return { address: await chain.deploy(artifact), abi: artifact.abi }
  }
  const usual = await other('UsualScript')
  const openZeppelin = await other('OpenZeppelinLoop')
  const solady = await other('SoladyLoop')

  const erc721a = await other('Erc721aLoop')
  const solady1155 = await other('Solady1155Loop')

  const call = (functionName: 'mintBatch' | 'mintBatchSorted', to: readonly Address[]) =>
    encodeFunctionData({ abi, functionName, args: [random32(), ours, random32(), concatHex(to)] })
  const loop =
    ({ address, abi }: typeof usual) =>
    (count: number) => ({
      to: address,
      data: encodeFunctionData({ abi, functionName: 'mintBatch', args: [recipients(count)] }),
    })
  const ways: [string, (count: number) => { to: Address; data: Hex } | undefined][] = [
    ['economy: mintBatch', (count) => ({ to: collection.address, data: call('mintBatch', recipients(count)) })],
    ['economy: mintBatchSorted', (count) => ({ to: collection.address, data: call('mintBatchSorted', sorted(count)) })],
    [
      'economy: mintBatchUris (66 characters each)',
      (count) => {
        if (count > 250) return undefined
        const args = [
          random32(),
          ours,
          concatHex(recipients(count)),
          uriBlock(ownUris(count), 'ipfs://bafkrei'),
        ] as const
        return { to: collection.address, data: encodeFunctionData({ abi, functionName: 'mintBatchUris', args }) }
      },
    ],
    [
      'economy: mint, digest',
      (count) => {
        if (count > 1) return undefined
        const args = [random32(), ours, recipients(1)[0] as Address, random32(), ''] as const
        return { to: collection.address, data: encodeFunctionData({ abi, functionName: 'mint', args }) }
      },
    ],
    [
      'economy: mint, URI of 66 characters',
      (count) => {
        if (count > 1) return undefined
        const args = [random32(), ours, recipients(1)[0] as Address, numberToHex(0, { size: 32 }), usualUri] as const
        return { to: collection.address, data: encodeFunctionData({ abi, functionName: 'mint', args }) }
      },
    ],
    ['standard: mintBatch', (count) => ({ to: standard.address, data: call('mintBatch', recipients(count)) })],
    ['ERC721A loop, folder URI', loop(erc721a)],
    ['Solady loop, folder URI', loop(solady)],
    ['OpenZeppelin loop, folder URI', loop(openZeppelin)],
    [
      '1155: mintBatch, a unit each',
      (count) => {
        const items = recipients(count).map((to) =>
          concatHex([to, numberToHex(1, { size: 7 }), numberToHex(1, { size: 5 })]),
        )
        const args = [random32(), ours, random32(), concatHex(items), []] as const
        return { to: copies.address, data: encodeFunctionData({ abi: copiesAbi, functionName: 'mintBatch', args }) }
      },
    ],
    ['Solady 1155 loop', loop(solady1155)],
    [
      'OpenZeppelin safeMint with URI, one a transaction',
      (count) =>
        count > 1
          ? undefined
          : {
              to: usual.address,
              data: encodeFunctionData({
                abi: usual.abi,
                functionName: 'safeMint',
                args: [recipients(1)[0], usualUri],
              }),
            },
    ],
  ]
  const rows: Record<string, Record<string, string>> = {}
  const aboveFloor: Record<string, string> = {}
  for (const [name, make] of ways) {
    const row: Record<string, string> = {}
    // The first transaction of a contract fills slots that later ones only change.
    for (const [turn, count] of [1, ...sizes].entries()) {
      const transaction = make(count)
      if (transaction === undefined) continue
      const receipt = await chain.send({ from: chain.accounts[0], ...transaction, gas: 60_000_000 })
      if (!receipt.ok) throw new Error(`${name} of ${count} reverted.`)
      if (turn > 0) row[String(count)] = Math.round(receipt.gasUsed / count).toLocaleString('en')
      if (turn > 0 && name === 'economy: mintBatch')
        aboveFloor[String(count)] = (receipt.gasUsed / floor(count)).toFixed(3)
    }
    rows[name] = row
  }
  rows.floor = Object.fromEntries(
    sizes.map((count) => [String(count), Math.round(floor(count) / count).toLocaleString('en')]),
  )
  rows['economy ÷ floor'] = aboveFloor
  console.log('\nGas a mint, by mints in one transaction')
  console.table(rows, sizes.map(String))
}

async function printBalances(chain: Chain): Promise<void> {
  const at = await chain.deploy(compileTestSource('Observer.sol', { viaIR: true })('Observer'))
  const collection = await collections(chain).create()
  const holder = recipients(1)[0] as Address
  const rows: Record<string, string>[] = []
  const measure = async (what: string): Promise<number> => {
    const question = encodeFunctionData({ abi, functionName: 'balanceOf', args: [holder] })
    const gas = await gasOf(chain, at, collection.address, question)
    rows.push({
      tokens: what,
      batches: String(await collection.read('batchCount')),
      'balanceOf gas': gas.toLocaleString('en'),
      'bound kept by the contract': Number(await collection.read('balanceGas')).toLocaleString('en'),
    })
    return gas
  }
  const mint = async (functionName: 'mintBatch' | 'mintBatchSorted', batches: number, size: number) => {
    for (let i = 0; i < batches; i += 1) {
      const to = recipients(size - 1).concat(holder)
      if (functionName === 'mintBatchSorted') to.sort()
      await collection.write(chain.accounts[0], functionName, [random32(), noFence, random32(), concatHex(to)])
    }
  }
  await measure('0')
  await mint('mintBatch', 50, 200)
  await measure('10,000 unsorted, in 200s')
  await mint('mintBatch', 450, 200)
  const unsorted = await measure('100,000 unsorted, in 200s')
  await mint('mintBatchSorted', 100, 1000)
  const sortedToo = await measure('and 100,000 sorted, in 1,000s')
  if (process.argv.includes('--full')) {
    await mint('mintBatchSorted', 800, 1000)
    await measure('and 900,000 sorted: 1,000,000')
  }
  console.log('\nbalanceOf of an account that every batch holds once (all but the first 21,000 of a call)')
  console.table(rows)
  const extrapolated = unsorted + (sortedToo - unsorted) * 9
  console.log(
    `Extrapolated to 1,000,000 tokens (800 more sorted batches): ${extrapolated.toLocaleString('en')} gas; --full mints them.`,
  )
}
