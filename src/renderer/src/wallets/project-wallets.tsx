import { Button, Center, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectWallet, WalletSort } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { WalletsArt } from '../ui/art/illustrations.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { counted } from '../ui/format.ts'
import type { Sorting } from '../ui/table/sort-header.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { WalletTable } from './wallet-table.tsx'

/** The wallets this project made for e-mail addresses and user ids, with a search; more are fetched on demand. */
export function ProjectWallets() {
  const api = useApi()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const [sorting, setSorting] = useState<Sorting<WalletSort>>({ sort: 'name', order: 'asc' })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery({
    queryKey: [...keys.wallets, 'own', 'list', search, sorting],
    queryFn: ({ pageParam }) => api.projectWallets({ search, ...sorting, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  if (error && !data) {
    return <Failure title="The project’s wallets could not be loaded" error={error} onRetry={() => void refetch()} />
  }
  if (!data) return <Waiting what="wallets" />
  const wallets = onceEach(data.pages.flatMap((page) => page.wallets))
  if (wallets.length === 0 && search === '' && !isPlaceholderData) {
    return (
      <Empty
        icon={<WalletsArt />}
        title="No wallets of this project yet"
        cure="Paste any address above. Wallets appear here once NFTs are minted to e-mail addresses or user ids."
      />
    )
  }
  return (
    <Stack gap="xs" component="section" aria-labelledby="project-users">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} id="project-users">
            Users of this project
          </Title>
          <Text size="sm" c="dimmed">
            NFTs are those that it minted to the user, copies one by one. What was moved or burnt since counts too.
          </Text>
        </div>
        <TextInput
          aria-label="Search the users of this project"
          placeholder="Beginning of an e-mail address or user id"
          leftSection={<IconSearch size={16} />}
          w={360}
          maw="100%"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {counted(wallets.length, 'wallet')}
        {hasNextPage && ' so far'}
      </Text>
      {error && <Failure title="The list is not up to date" error={error} onRetry={() => void refetch()} />}
      {wallets.length === 0 ? (
        <Text c="dimmed">No e-mail address or user id of this project begins so. Search for its first letters.</Text>
      ) : (
        <WalletTable wallets={wallets} sorting={sorting} onSort={setSorting} />
      )}
      {hasNextPage && (
        <Center>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </Center>
      )}
    </Stack>
  )
}

/** A wallet that got an NFT between two requests may be on both pages. */
function onceEach(wallets: readonly ProjectWallet[]): ProjectWallet[] {
  return [...new Map(wallets.map((wallet) => [wallet.locator, wallet])).values()]
}
