import './driver.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { listenForInstall } from './install.ts'
import { registerServiceWorker } from './updates.ts'
import { loadWords, showLanguage, wantedLanguage } from './words/words.ts'
import { WordsProvider } from './words/use-words.tsx'

const language = wantedLanguage()
// A language that cannot be loaded is no reason to stay closed.
const words = await loadWords(language).catch(() => loadWords('en'))
showLanguage(words.language)
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <WordsProvider first={words}>
      <App />
    </WordsProvider>
  </StrictMode>,
)
listenForInstall()
if (import.meta.env.PROD) registerServiceWorker()
