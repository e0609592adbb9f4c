@NullMarked
package dev.dyno.cluster.group;

import org.jspecify.annotations.NullMarked;
