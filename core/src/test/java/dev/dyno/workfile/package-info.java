@NullMarked
package dev.dyno.workfile;

import org.jspecify.annotations.NullMarked;
