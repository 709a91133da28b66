import type { FastifyInstance } from 'fastify'
import { alpha, stable } from '../../shared/api-schemas/common.ts'
import type { CoreContext } from '../context.ts'
import { actionRoutes } from './actions.ts'
import { boundBodies } from './body-bounds.ts'
import { collectionRoutes } from './collections.ts'
import { contentRoutes } from './content.ts'
import { contractSettingRoutes } from './contract-settings.ts'
import { locatedNftRoutes } from './located-nfts.ts'
import { mintRoutes } from './mints.ts'
import { nftRoutes } from './nfts.ts'
import { serviceRoutes } from './service.ts'
import { sftRoutes } from './sfts.ts'
import { templateRoutes } from './templates.ts'
import { transferRoutes } from './transfers.ts'
import { userWalletRoutes, walletNftRoutes } from './wallets.ts'

/** Everything that programs call, and what describes it. */
export async function apiRoutes(app: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  boundBodies(app)
  await app.register(serviceRoutes, { context })
  await app.register(contentRoutes, { context })
  await app.register(collectionRoutes, { context, prefix: stable })
  await app.register(mintRoutes, { context, prefix: stable })
  await app.register(nftRoutes, { context, prefix: stable })
  await app.register(sftRoutes, { context, prefix: stable })
  await app.register(templateRoutes, { context, prefix: stable })
  await app.register(actionRoutes, { context, prefix: stable })
  await app.register(walletNftRoutes, { context, prefix: stable })
  await app.register(userWalletRoutes, { context, prefix: alpha })
  await app.register(transferRoutes, { context, prefix: alpha })
  await app.register(locatedNftRoutes, { context, prefix: alpha })
  await app.register(contractSettingRoutes, { context, prefix: alpha })
}
