import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { useMay } from '../ui/allowed.tsx'
import { RunsArt } from '../ui/art/illustrations.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Bar } from './bar/bar.tsx'
import { UploadStep } from './file/upload-step.tsx'
import { useUpload } from './file/use-upload.ts'
import { FirstScreen } from './first-screen.tsx'
import { useMintStore } from './mint-store.ts'
import { OpenedFile } from './opened-file.tsx'

/** From a spreadsheet to a run, by four decisions on one page; without an import, the place to drop one. */
export function MintPage(props: { importId?: string | null }) {
  if (!useMay('mint')) return <OnlyLooking />
  return <Minting {...props} />
}

/** What a viewer sees instead of the Mint page. */
function OnlyLooking() {
  return (
    <Page title="Mint">
      <Empty
        icon={<RunsArt />}
        title="You are signed in as viewer"
        cure="Viewers look at runs, collections and wallets. Ask an admin to make you a minter, if you are to mint."
      >
        <Button component={Link} href="/runs" variant="default">
          Look at the runs
        </Button>
      </Empty>
    </Page>
  )
}

function Minting({ importId = null }: { importId?: string | null }) {
  const upload = useMintStore((store) => store.upload)
  const take = useUpload(importId)
  const opened = useMintStore((store) => store.opened)
  useEffect(() => {
    if (opened.length === 0) return
    useMintStore.getState().set({ opened: [] })
    take(opened)
  })
  if (upload) {
    return (
      <Page title="Mint">
        <UploadStep upload={upload} />
        <Bar button={<Button disabled>Mint</Button>}>
          <Text size="sm">{upload.error === null ? 'Taking in the file' : 'Nothing was minted'}</Text>
        </Bar>
      </Page>
    )
  }
  if (importId !== null) return <OpenImport importId={importId} onFiles={take} />
  return <FirstScreen onFiles={take} />
}

function OpenImport({ importId, onFiles }: { importId: string; onFiles(files: readonly File[]): void }) {
  const api = useApi()
  const set = useMintStore((store) => store.set)
  const [, go] = useLocation()
  const { data, error, refetch } = useQuery({
    queryKey: keys.import(importId),
    queryFn: () => api.importOf(importId),
  })
  useEffect(() => {
    const before = useMintStore.getState()
    if (before.importId !== importId) set({ importId, media: new Map(), mediaSent: 0 })
  }, [importId, set])
  if (error && !data) {
    return (
      <Page title="Mint">
        <Failure
          title="This file could not be opened"
          error={error}
          money="Nothing was minted from it by that."
          onRetry={() => void refetch()}
        />
        <div>
          <Button component={Link} href="/mint" onClick={() => set({ importId: null })}>
            Open another file
          </Button>
        </div>
      </Page>
    )
  }
  if (!data)
    return (
      <Page title="Mint">
        <Waiting what="file" lines={3} height={120} />
      </Page>
    )
  const close = () => {
    set({ importId: null, media: new Map() })
    go('/mint')
  }
  return (
    <Page title="Mint">
      <OpenedFile file={data} onFiles={onFiles} onClose={close} />
    </Page>
  )
}
