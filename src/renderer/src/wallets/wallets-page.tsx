import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch, IconTableExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { readWalletText } from '../../../shared/app-api/wallet-text.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { NotFoundArt } from '../ui/art/illustrations.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Holdings } from './holdings.tsx'
import { Meanings } from './meanings.tsx'
import { ProjectWallets } from './project-wallets.tsx'
import { SavedWallets } from './saved-wallets.tsx'

/** One field for every way of naming a wallet; below it the meaning of the text, and what that wallet holds. */
export default function WalletsPage() {
  const [params] = useSearchParams()
  const [, go] = useLocation()
  const asked = params.get('q') ?? ''
  const [text, setText] = useState(asked)
  useEffect(() => setText(asked), [asked])
  const reading = readWalletText(text)
  const search = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim()
    go(wanted === '' ? '/wallets' : `/wallets?q=${encodeURIComponent(wanted)}`)
  }
  return (
    <Page
      title="Wallets"
      about="What any wallet holds."
      actions={
        <Button
          component={Link}
          href="/wallets/hand-over"
          variant="default"
          leftSection={<IconTableExport size={16} />}
        >
          Hand over
        </Button>
      }
    >
      <form onSubmit={search}>
        <Group gap="xs" wrap="nowrap">
          <TextInput
            aria-label="Address, full id of an NFT, name, e-mail address or user id"
            aria-describedby="wallet-reading"
            placeholder="Address, name (nick.eth), e-mail address or user id"
            leftSection={<IconSearch size={16} />}
            size="md"
            flex={1}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" size="md">
            {reading.kind === 'user' ? 'Find this user' : 'Find'}
          </Button>
        </Group>
        <Text size="sm" c="dimmed" mt={4} mih={20} role="status" id="wallet-reading">
          {reading.kind === 'empty' ? '' : reading.sentence}
        </Text>
      </form>
      {asked === '' ? (
        <>
          <SavedWallets />
          <ProjectWallets />
        </>
      ) : (
        <Found key={asked} text={asked} />
      )}
    </Page>
  )
}

function Found({ text }: { text: string }) {
  const api = useApi()
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.wallets, 'search', text],
    queryFn: () => api.searchWallets(text),
  })
  if (error && !data) {
    return (
      <Failure
        title="The wallet could not be looked up"
        error={error}
        money="Looking moves no money."
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Waiting what="wallet" lines={3} height={72} />
  const meaning = data.meanings.find(({ locator }) => locator === chosen) ?? data.meanings[0]
  if (!meaning) {
    return (
      <Empty
        icon={<NotFoundArt />}
        title="This names no wallet"
        cure={data.message ?? 'Search for an address, a full id such as polygon:0x…, an e-mail address or a user id.'}
      />
    )
  }
  return (
    <Stack gap="lg">
      {data.message !== null && <Text c="dimmed">{data.message}</Text>}
      <Meanings meanings={data.meanings} chosen={meaning.locator} onChoose={setChosen} />
      <Holdings key={meaning.locator} wallet={meaning} />
    </Stack>
  )
}
