// Writes src/client/api.ts, the types of `mintdesk/client`, from the API's OpenAPI description: `npm run client`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCore } from '../src/core/index.ts'
import { apiTypes } from './lib/api-types.mjs'
import { root } from './lib/checkout.mjs'

const dataDir = mkdtempSync(join(tmpdir(), 'mintdesk-client-'))
const core = await openCore({
  dataDir,
  port: 0,
  version: '0',
  webRoot: join(root, 'out/renderer'),
  resourcesDir: join(root, 'resources'),
  env: {},
})
try {
  const openapi = await (await fetch(`${core.url}/openapi.json`)).json()
  writeFileSync(join(root, 'src/client/api.ts'), await apiTypes(openapi))
} finally {
  await core.close()
  rmSync(dataDir, { recursive: true, force: true })
}
