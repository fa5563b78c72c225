import { grokPatterns } from '../../common/index.ts';

/** Names that are the same as in the common pattern library. */
const SHARED: readonly string[] = [
  ...['USERNAME', 'INT', 'BASE10NUM', 'BASE16NUM', 'BASE16FLOAT', 'POSINT', 'NONNEGINT', 'WORD'],
  ...['NOTSPACE', 'SPACE', 'DATA', 'GREEDYDATA', 'UUID', 'CISCOMAC', 'WINDOWSMAC', 'COMMONMAC'],
  ...['IPV6', 'HOSTNAME', 'PATH', 'TTY', 'WINPATH', 'URIHOST', 'URIPATHPARAM', 'URI', 'MONTHNUM'],
  ...['MONTHNUM2', 'MONTHDAY', 'DAY', 'YEAR', 'HOUR', 'MINUTE', 'SECOND', 'TIME', 'DATE_US'],
  ...['DATE_EU', 'ISO8601_TIMEZONE', 'ISO8601_SECOND', 'DATE', 'DATESTAMP', 'DATESTAMP_RFC822'],
  ...['DATESTAMP_RFC2822', 'DATESTAMP_OTHER', 'DATESTAMP_EVENTLOG', 'SYSLOGTIMESTAMP'],
  ...['SYSLOGPROG', 'SYSLOGHOST', 'SYSLOGFACILITY', 'HTTPDATE', 'SYSLOGBASE', 'COMBINEDAPACHELOG'],
];

/** Patterns that differ in the original's PPL parser (from Logstash's library, Apache License 2.0). */
const OWN: readonly (readonly [string, string])[] = [
  ['USER', '%{USERNAME:UNWANTED}'],
  ['NUMBER', '(?:%{BASE10NUM:UNWANTED})'],
  [
    'QUOTEDSTRING',
    '(?>(?<!\\\\)(?>"(?>\\\\.|[^\\\\"]+)+"|""|(?>\'(?>\\\\.|[^\\\\\']+)+\')|\'\'|(?>`(?>\\\\.|[^\\\\`]+)+`)|``))',
  ],
  ['MAC', '(?:%{CISCOMAC:UNWANTED}|%{WINDOWSMAC:UNWANTED}|%{COMMONMAC:UNWANTED})'],
  [
    'IPV4',
    '(?<![0-9])(?:(?:25[0-5]|2[0-4][0-9]|[0-1]?[0-9]{1,2})[.](?:25[0-5]|2[0-4][0-9]|[0-1]?[0-9]{1,2})[.](?:25[0-5]|2[0-4][0-9]|[0-1]?[0-9]{1,2})[.](?:25[0-5]|2[0-4][0-9]|[0-1]?[0-9]{1,2}))(?![0-9])',
  ],
  ['IP', '(?:%{IPV6:UNWANTED}|%{IPV4:UNWANTED})'],
  ['HOST', '%{HOSTNAME:UNWANTED}'],
  ['IPORHOST', '(?:%{HOSTNAME:UNWANTED}|%{IP:UNWANTED})'],
  ['HOSTPORT', '(?:%{IPORHOST}:%{POSINT:PORT})'],
  ['UNIXPATH', String.raw`(?>/(?>[\w_%!$@:.,~-]+|\\.)*)+`],
  ['URIPROTO', String.raw`[A-Za-z]+(\+[A-Za-z+]+)?`],
  ['URIPATH', String.raw`(?:/[A-Za-z0-9$.+!*'(){},~:;=@#%_\-]*)+`],
  ['URIPARAM', String.raw`\?[A-Za-z0-9$.+!*'|(){},~@#%&/=:;_?\-\[\]]*`],
  [
    'MONTH',
    String.raw`\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|Jun(?:e)?|Jul(?:y)?|Aug(?:ust)?|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b`,
  ],
  [
    'TIMESTAMP_ISO8601',
    '%{YEAR}-%{MONTHNUM}-%{MONTHDAY}[T ]%{HOUR}:?%{MINUTE}(?::?%{SECOND})?%{ISO8601_TIMEZONE}?',
  ],
  ['TZ', '(?:[PMCE][SD]T|UTC)'],
  ['PROG', String.raw`(?:[\w._/%-]+)`],
  ['QS', '%{QUOTEDSTRING:UNWANTED}'],
  ['MESSAGESLOG', '%{SYSLOGBASE} %{DATA}'],
  [
    'COMMONAPACHELOG',
    String.raw`%{IPORHOST:clientip} %{USER:ident} %{USER:auth} \[%{HTTPDATE:timestamp}\] "(?:%{WORD:verb} %{NOTSPACE:request}(?: HTTP/%{NUMBER:httpversion})?|%{DATA:rawrequest})" %{NUMBER:response} (?:%{NUMBER:bytes}|-)`,
  ],
  [
    'COMMONAPACHELOG_DATATYPED',
    String.raw`%{IPORHOST:clientip} %{USER:ident;boolean} %{USER:auth} \[%{HTTPDATE:timestamp;date;dd/MMM/yyyy:HH:mm:ss Z}\] "(?:%{WORD:verb;string} %{NOTSPACE:request}(?: HTTP/%{NUMBER:httpversion;float})?|%{DATA:rawrequest})" %{NUMBER:response;int} (?:%{NUMBER:bytes;long}|-)`,
  ],
  [
    'LOGLEVEL',
    '([A|a]lert|ALERT|[T|t]race|TRACE|[D|d]ebug|DEBUG|[N|n]otice|NOTICE|[I|i]nfo|INFO|[W|w]arn?(?:ing)?|WARN?(?:ING)?|[E|e]rr?(?:or)?|ERR?(?:OR)?|[C|c]rit?(?:ical)?|CRIT?(?:ICAL)?|[F|f]atal|FATAL|[S|s]evere|SEVERE|EMERG(?:ENCY)?|[Ee]merg(?:ency)?)',
  ],
];

let library: ReadonlyMap<string, string> | null = null;

/** The patterns that `grok` can reference by name; each is a regular expression that may reference others. */
export function grokLibrary(): ReadonlyMap<string, string> {
  library ??= new Map([...SHARED.map((name) => [name, grokPatterns().get(name) ?? ''] as const), ...OWN]);
  return library;
}
