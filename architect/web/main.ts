// The page of projects: the list, or one project. Each part is a file of its own.
import '../../web/base.css'
import './page.css'
import './chat/chat.css'
import { createApi } from '../../web/api.ts'
import { openNotice } from '../../web/notice.ts'
import { openTheme } from '../../web/theme.ts'
import { projectCalls } from './projects/project-calls.ts'
import { openProjectList } from './projects/project-list.ts'
import { openProjectPage } from './projects/project-page.ts'
import { projectIdIn } from './state/project-path.ts'

const part = <Part extends HTMLElement>(id: string) => document.getElementById(id) as Part
const api = createApi({
  store: storeOf(() => sessionStorage),
  hash: location.hash,
  changesByKey: true,
})
const openedAt = { hash: location.hash, search: location.search }
// A key in the address must not stay there, or it would be shown and shared.
if (location.hash.includes('key='))
  history.replaceState(null, '', location.pathname + location.search)
addEventListener('hashchange', () => {
  if (/key=|^#(claim-agent|agent-invite)/.test(location.hash)) location.reload()
})
const theme = openTheme(
  part('theme'),
  storeOf(() => localStorage),
)
const projectId = projectIdIn(location.pathname)
const notice = openNotice(part('notice'), api, reload, {
  target: projectId ? 'this project' : 'your projects',
})
const calls = projectCalls(api)
const page = projectId
  ? openProjectPage(
      { main: part('main'), title: part('title'), bar: part('project-bar') },
      {
        id: projectId,
        calls,
        theme,
        onProblem,
        onSignIn: () => api.requestAccount(),
        announce: (text) => {
          part('announcements').textContent = text
        },
      },
    )
  : openProjectList(part('main'), { calls, onProblem })
api.onCredentialChange(reload)
api.onWait((seconds) => notice.show(`Too many requests: the page continues in ${seconds} s.`))
void openAccount()

/** Shows a problem with the credential. Others are shown in their own place. */
function onProblem(error: unknown): void {
  const { status } = error as { status?: number }
  if (status === 401 || status === 403) notice.problem(error)
}

function reload(): void {
  notice.clear()
  page.reload()
}

async function openAccount(): Promise<void> {
  const { mountAccount } = await import('../../web/account/account.ts')
  mountAccount(part('account'), api, {
    openedAt,
    // Such a service has no map either.
    onAbsent: () => {
      part('map-link').hidden = true
    },
  })
}

/** Opens a storage; null in a browser that forbids storage, which throws. */
function storeOf(open: () => Storage): Storage | null {
  try {
    return open()
  } catch {
    return null
  }
}
