/** Traffic of a load: sizes, keys, groups and phases. */
package dev.dyno.model.workload;
