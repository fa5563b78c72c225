/**
 * What is small and used in several places. Each view imports this first, so that all of it is one file: the build
 * makes a file for each set of views that share a module.
 */
import './lib/clock.ts';
import './lib/download.ts';
import './lib/hooks.ts';
import './lib/messages.ts';
import './lib/theme.ts';
import './lib/turns.ts';
import './shell/server.ts';
import './ui/Grid.tsx';
import './ui/Remembered.tsx';
import './ui/SearchField.tsx';
import './ui/SettingLine.tsx';
import './ui/Tabs.tsx';
