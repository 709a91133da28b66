import { expect, it } from 'vitest'
import { finishHandOver } from '../../src/cli/follow-hand-over.ts'
import type { HandOver } from '../../src/shared/app-api.ts'
import type { AppClient } from '../../src/shared/app-client.ts'

const ended: HandOver = {
  ...{ id: 'abcd', name: 'people.csv', state: 'finished', notice: null, collections: [], findings: [], chains: [] },
  rows: { total: 2, unseen: 0, ready: 2, empty: 0, errors: 0, repeated: 0, warnings: 0 },
  nfts: { total: 2, waiting: 0, sent: 0, succeeded: 1, failed: 1, cancelled: 0, unmovable: 0 },
  ...{ rate: 0, secondsLeft: null, createdAt: '2026-01-01T00:00:00.000Z', startedAt: '2026-01-01T00:00:00.000Z' },
  completedAt: '2026-01-01T00:01:00.000Z',
}

/** What the command says at the end of a hand-over. */
async function said(handOver: HandOver): Promise<string> {
  const lines: string[] = []
  const say = (line = ''): void => void lines.push(line)
  const context = {
    ...{ dataDir: '/data', root: '/', version: '1.0.0', project: undefined, passphrase: undefined },
    ...{ stop: new AbortController().signal, typed: (command: string) => `mintdesk ${command}` },
    terminal: {
      ...{ json: false, stream: process.stderr, columns: 80, live: false, canAsk: false },
      ...{ say, note: say, result: (_: object, shown: readonly string[]) => shown.forEach(say) },
    },
  }
  const api = { handedNfts: async () => [] } as unknown as AppClient
  expect(await finishHandOver(context, api, handOver, undefined)).toBe(3)
  return lines.join('\n')
}

it('names retry where something failed, and not for a cancelled hand-over, which cannot be tried again', async () => {
  expect(await said(ended)).toContain('Try what failed again: mintdesk hand-overs retry abcd')
  const cancelled = await said({ ...ended, state: 'cancelled' })
  expect(cancelled).not.toContain('retry')
  expect(cancelled).toContain('All results: mintdesk hand-overs results abcd <file>')
})
