package dev.dyno.cli;

import dev.dyno.model.config.HelpPart;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The part of a load's help in which the options of a class stand. */
@Retention(RetentionPolicy.RUNTIME)
@interface InHelp {

    HelpPart value();
}
