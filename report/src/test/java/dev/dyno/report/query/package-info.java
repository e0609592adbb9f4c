/** Tests. */
@NullMarked
package dev.dyno.report.query;

import org.jspecify.annotations.NullMarked;
