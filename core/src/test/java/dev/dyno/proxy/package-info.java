@NullMarked
package dev.dyno.proxy;

import org.jspecify.annotations.NullMarked;
