/** Traffic of a load: sizes, keys, groups and phases. */
@NullMarked
package dev.dyno.model.workload;

import org.jspecify.annotations.NullMarked;
