/** The report page, opened in a real browser. */
package dev.dyno.page;
