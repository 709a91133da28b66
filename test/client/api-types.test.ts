import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { apiTypes } from '../../scripts/lib/api-types.mjs'
import { openApi } from '../api/open-api.ts'
import { root } from '../core/trial-core.ts'

it('the types of mintdesk/client are those of the API; "npm run client" writes them anew', async () => {
  const api = await openApi()
  try {
    const { body } = await api.call('GET', '/openapi.json')
    const isCurrent = readFileSync(join(root, 'src/client/api.ts'), 'utf8') === (await apiTypes(body))
    // Not the texts themselves: their difference would fill the screen.
    expect(isCurrent).toBe(true)
  } finally {
    await api.close()
  }
})
