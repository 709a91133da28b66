import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { savedWalletName, savedWallets } from '../../../../shared/app-api.ts'
import { parseWallet } from '../../../../shared/locator.ts'
import { forgetWallet, listSavedWallets, saveWallet } from '../../../store/installation/saved-wallets.ts'
import { ApiFault } from '../../http/faults.ts'
import type { AppContext, ProjectOf } from '../context.ts'

const byLocator = z.object({ locator: z.string().max(500) })

/** Wallets that a person named; each project has its own. */
export function savedWalletRoutes({ db }: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/saved-wallets', { schema: { response: { 200: savedWallets } } }, async (request) =>
      listSavedWallets(db, projectOf(request).id),
    )

    app.put(
      '/saved-wallets/:locator',
      { schema: { params: byLocator, body: savedWalletName, response: { 200: savedWallets } } },
      async (request) => {
        const parsed = parseWallet(request.params.locator)
        if (!parsed.ok)
          throw new ApiFault(422, 'wallet.locator', parsed.faults[0]?.message ?? 'This names no wallet: search for it.')
        return await saveWallet(db, projectOf(request).id, { ...request.body, locator: parsed.recipient.locator })
      },
    )

    app.delete(
      '/saved-wallets/:locator',
      { schema: { params: byLocator, response: { 200: savedWallets } } },
      async (request) => await forgetWallet(db, projectOf(request).id, request.params.locator),
    )
  }
}
