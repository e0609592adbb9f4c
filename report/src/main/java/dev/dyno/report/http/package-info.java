/** Serving pages to programs of this machine. */
@NullMarked
package dev.dyno.report.http;

import org.jspecify.annotations.NullMarked;
