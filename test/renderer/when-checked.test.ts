import { setTimeout as sleep } from 'node:timers/promises'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { keys } from '../../src/renderer/src/api/keys.ts'
import { whenChecked } from '../../src/renderer/src/mint/when-checked.ts'
import type { Import } from '../../src/shared/app-api.ts'
import { checkedImport } from '../minting/runs/checked-import.ts'

it('what is asked of a file while it is checked waits for the end of the check, also of one that failed', async () => {
  const queries = new QueryClient()
  const tell = (changes: Partial<Import>) => queries.setQueryData(keys.import('i'), { ...checkedImport, ...changes })
  for (const state of ['checked', 'failed'] as const) {
    tell({ state: 'checking' })
    let isOver = false
    const waited = whenChecked(queries, 'i').then(() => {
      isOver = true
    })
    tell({ state: 'checking', bytesRead: 5 })
    await sleep(5)
    expect(isOver).toBe(false)
    tell({ state })
    await waited
    await whenChecked(queries, 'i')
  }
})
