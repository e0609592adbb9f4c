@NullMarked
package dev.dyno.engine.proxy;

import org.jspecify.annotations.NullMarked;
