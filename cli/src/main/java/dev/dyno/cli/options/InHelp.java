package dev.dyno.cli.options;

import dev.dyno.model.config.HelpPart;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Part of a load's help for the options of a class. */
@Retention(RetentionPolicy.RUNTIME)
@interface InHelp {

    HelpPart value();
}
