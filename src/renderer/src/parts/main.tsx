/** `npm run parts`: the tokens and parts of the window on one page, in the scheme that the address names or in both. */
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import '../styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createApi } from '../api/api.ts'
import { ApiContext } from '../api/context.tsx'
import { createPushedObjects } from '../api/pushed.ts'
import { cssVariables, theme } from '../theme.ts'
import { BothSchemes, PartsPage } from './parts-page.tsx'
import { sampleCaller } from './sample-data.ts'

const scheme = new URLSearchParams(window.location.search).get('scheme')
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        forceColorScheme={scheme === 'dark' ? 'dark' : 'light'}
      >
        <QueryClientProvider client={new QueryClient()}>
          <ApiContext value={createApi(sampleCaller, createPushedObjects())}>
            {scheme === null ? <BothSchemes /> : <PartsPage />}
          </ApiContext>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
