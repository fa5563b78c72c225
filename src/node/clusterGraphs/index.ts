export { ClusterGraphs } from './clusterGraphs.ts';
export { openClusterLaboratory } from './clusterLaboratory.ts';
