import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { canonicalJson } from '../../src/core/lib/canonical-json.ts'
import { folder } from '../../src/core/lib/cid.ts'
import { batchFiles, storeBatchFolder } from '../../src/core/metadata/batch-folder.ts'
import { openContentStore } from '../../src/core/metadata/content-store.ts'
import { openKeyring } from '../../src/core/wallets/keyring.ts'
import { parseRecipient } from '../../src/shared/locator.ts'

/** Runs a piece of work and gives a row of the table: time, processor time, and the longest wait of the event loop. */
async function measured(what: string, work: () => unknown): Promise<Record<string, string>> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const start = performance.now()
  const processor = process.cpuUsage()
  await work()
  const took = performance.now() - start
  const { user, system } = process.cpuUsage(processor)
  delay.disable()
  return {
    what,
    time: `${took.toFixed(0)} ms`,
    processor: `${((user + system) / 1000).toFixed(0)} ms`,
    'longest wait': `${(delay.max / 1e6).toFixed(1)} ms`,
  }
}

const directory = await mkdtemp(join(tmpdir(), 'mintdesk-bench-'))
try {
  const store = await openContentStore(directory)
  const keyring = await openKeyring('test test test test test test test test test test test junk')
  const members = Array.from({ length: 2000 }, (_, at) => ({
    mintId: `mint ${at}`,
    json: canonicalJson({
      name: `Badge #${at}`,
      image: 'ipfs://bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e',
      description: 'For everyone who was there on the day, and for those who came by later.',
      attributes: [
        { trait_type: 'Seat', value: at },
        { trait_type: 'Day', value: 'Saturday' },
      ],
    }),
  }))
  const key = keyring.mintsKey(0)
  const files = batchFiles(members, key)
  await folder(files)
  const rows = [
    await measured('CIDs of 2,000 JSON files and their folder', () => folder(files)),
    await measured('the same of 1,000', () => folder(files.slice(0, 1000))),
    await measured('files and mints.json of 2,000', () => batchFiles(members, key)),
    await measured('a batch of 1,000, stored', () => storeBatchFolder(members.slice(0, 1000), key, store)),
    await measured('100,000 EVM recipients read', () => {
      for (let at = 0; at < 100_000; at++)
        parseRecipient(`0x${(at + 2 ** 32).toString(16).padStart(40, 'a')}`, 'polygon')
    }),
    await measured('100,000 e-mail recipients read', () => {
      for (let at = 0; at < 100_000; at++) parseRecipient(`user${at}@example.com`, 'polygon')
    }),
    await measured('1,000 wallets derived', () =>
      keyring.userAddresses(
        0,
        Array.from({ length: 1000 }, (_, at) => ({ kind: 'email' as const, id: `user${at}@example.com` })),
      ),
    ),
  ]
  console.table(rows)
} finally {
  await rm(directory, { recursive: true, force: true })
}
