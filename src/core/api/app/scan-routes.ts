import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Project, walletScan } from '../../../shared/app-api.ts'
import { familyOf } from '../../../shared/families.ts'
import { parseWallet } from '../../../shared/locator.ts'
import type { Wallet } from '../../holdings/read-events.ts'
import { invalidRequest } from '../http/faults.ts'
import { requireChain } from '../resources/contracts.ts'
import { addressOf } from '../resources/users.ts'
import { walletAt } from '../resources/wallets/holdings.ts'
import type { AppContext, ProjectOf } from './context.ts'

const byLocator = z.object({ locator: z.string().max(1_000) })

/** Scans of whole networks for what one wallet holds. */
export function scanRoutes(context: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  const { scans } = context.holdings
  return async (app) => {
    const schema = { params: byLocator, response: { 200: walletScan } }
    app.get('/wallets/:locator/scan', { schema }, async (request) =>
      scans.state(await walletNamed(context, projectOf(request), request.params.locator)),
    )
    app.post('/wallets/:locator/scan', { schema }, async (request) =>
      scans.start(await walletNamed(context, projectOf(request), request.params.locator)),
    )
    app.post('/wallets/:locator/scan/pause', { schema }, async (request) =>
      scans.pause(await walletNamed(context, projectOf(request), request.params.locator)),
    )
    app.delete('/wallets/:locator/scan', { schema }, async (request) =>
      scans.cancel(await walletNamed(context, projectOf(request), request.params.locator)),
    )
  }
}

/** @throws ApiFault 400 for a text that is no locator; CoreError for a chain that cannot be used */
async function walletNamed(context: AppContext, project: Project, locator: string): Promise<Wallet> {
  const parsed = parseWallet(locator)
  if (!parsed.ok) throw invalidRequest(parsed.faults.map(({ message }) => ({ path: 'locator', message })))
  const { recipient } = parsed
  // An indexed chain has nothing to scan, and the answer is that there is no scan.
  if (!familyOf(recipient.chain).indexed) requireChain(context, project, recipient.chain)
  return walletAt(project, recipient.chain, await addressOf(context, project, recipient))
}
