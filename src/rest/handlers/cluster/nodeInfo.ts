import { flatSettingsJson, NODE_HOST, nestedSettingsJson, processorTypes } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import type { NodeSection } from './nodeSection.ts';

/** The plugins that this process emulates. */
export const PLUGINS: readonly {
  readonly name: string;
  readonly description: string;
  readonly classname: string;
}[] = [
  {
    name: 'opensearch-knn',
    description: 'OpenSearch k-NN plugin',
    classname: 'org.opensearch.knn.plugin.KNNPlugin',
  },
  { name: 'opensearch-sql', description: 'OpenSearch SQL', classname: 'org.opensearch.sql.plugin.SQLPlugin' },
];
/** The ingest processors that are implemented. */
const PROCESSORS: JsonObject[] = [...processorTypes.values()]
  .filter(({ doc }) => !doc.startsWith('refused'))
  .map(({ name }) => ({ type: name }))
  .sort((a, b) => (a.type < b.type ? -1 : 1));

/** The Java version reported to clients. */
export const JDK_VERSION = '17.0.7';

export const PLUGIN_VERSION = '2.7.0.0';

function pluginJson({ name, description, classname }: (typeof PLUGINS)[number]): JsonObject {
  return {
    name,
    version: PLUGIN_VERSION,
    opensearch_version: '2.7.0',
    java_version: '11',
    description,
    classname,
    custom_foldername: name,
    extended_plugins: [],
    has_native_controller: false,
  };
}

/** What `_nodes` reports about a node, in the original's sections. */
export const nodeInfoSections: readonly NodeSection[] = [
  {
    metric: 'settings',
    render: (node, { cluster, system }, request) => {
      const settings = new Map([
        ['client.type', 'node'],
        ['cluster.name', cluster.name],
        ['http.type', 'netty4'],
        ['node.name', node.name],
        ['path.data', system().dataPath],
        ['path.home', system().dataPath],
        ['path.logs', system().dataPath],
        ['transport.type', 'netty4'],
      ]);
      return request.bool('flat_settings', false) ? flatSettingsJson(settings) : nestedSettingsJson(settings);
    },
  },
  {
    metric: 'os',
    render: (_node, { system }) => {
      const { osName, arch, processors } = system();
      return {
        refresh_interval_in_millis: 1000,
        name: osName,
        pretty_name: osName,
        arch,
        version: '',
        available_processors: processors,
        allocated_processors: processors,
      };
    },
  },
  {
    metric: 'process',
    render: (_node, { system }) => ({ refresh_interval_in_millis: 1000, id: system().pid, mlockall: false }),
  },
  {
    metric: 'jvm',
    render: (_node, { system, cluster }) => {
      const { pid, heapMaxBytes } = system();
      return {
        pid,
        version: JDK_VERSION,
        vm_name: 'Rockpool',
        vm_version: JDK_VERSION,
        vm_vendor: 'Rockpool',
        bundled_jdk: true,
        using_bundled_jdk: true,
        start_time_in_millis: cluster.startTimeMs,
        mem: {
          heap_init_in_bytes: heapMaxBytes,
          heap_max_in_bytes: heapMaxBytes,
          non_heap_init_in_bytes: 0,
          non_heap_max_in_bytes: 0,
          direct_max_in_bytes: 0,
        },
        gc_collectors: ['G1 Young Generation', 'G1 Old Generation'],
        memory_pools: [],
        using_compressed_ordinary_object_pointers: 'true',
        input_arguments: [],
      };
    },
  },
  { metric: 'thread_pool', render: () => ({}) },
  {
    metric: 'transport',
    render: () => ({
      bound_address: [`${NODE_HOST}:9300`],
      publish_address: `${NODE_HOST}:9300`,
      profiles: {},
    }),
  },
  {
    metric: 'http',
    render: (_node, { httpAddress }) => ({
      bound_address: [httpAddress()],
      publish_address: httpAddress(),
      max_content_length_in_bytes: 104_857_600,
    }),
  },
  { metric: 'plugins', render: () => PLUGINS.map(pluginJson) },
  { metric: 'modules', render: () => [] },
  { metric: 'ingest', render: () => ({ processors: PROCESSORS }) },
  { metric: 'aggregations', render: () => ({}) },
];
