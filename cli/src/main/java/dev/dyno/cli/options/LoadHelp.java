package dev.dyno.cli.options;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST;

import dev.dyno.model.config.CapacitySettings;
import dev.dyno.model.config.HelpPart;
import dev.dyno.model.config.LoadSetting;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Member;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options in the help of a load. {@code --help} explains those that are used often and names the others, by part;
 * {@code --help-all} explains all. The declaration of a setting has its part, and whether it is used often.
 */
public final class LoadHelp {

    private static final String ALL = "--help-all";

    private LoadHelp() {}

    public static void use(CommandSpec spec) {
        spec.addOption(OptionSpec.builder(ALL)
                .type(boolean.class)
                .arity("0")
                .description("Explain all options.")
                .build());
        spec.usageMessage().abbreviateSynopsis(true);
        spec.usageMessage().sectionMap().put(SECTION_KEY_OPTION_LIST, LoadHelp::render);
    }

    /** Whether the help with all options is requested. */
    public static boolean isAsked(CommandSpec spec) {
        return Optional.ofNullable(spec.findOption(ALL))
                .flatMap(option -> Optional.ofNullable(option.<Boolean>getValue()))
                .orElse(false);
    }

    private static String render(Help help) {
        CommandSpec spec = help.commandSpec();
        boolean all = isAsked(spec);
        List<OptionSpec> often = spec.options().stream()
                .filter(option -> !all && isOften(option, spec))
                .toList();
        StringBuilder text = new StringBuilder();
        if (!all) {
            text.append(String.format(Locale.ROOT, "Most used%n"))
                    .append(explained(help, often))
                    .append(String.format(Locale.ROOT, "All others, by part; %s explains them%n", ALL));
        }
        for (HelpPart part : HelpPart.values()) {
            List<OptionSpec> others = spec.options().stream()
                    .filter(option -> partOf(option).equals(Optional.of(part)) && !often.contains(option))
                    .toList();
            if (!others.isEmpty()) {
                text.append(all ? String.format(Locale.ROOT, "%n%s%n", part.title()) : "")
                        .append(all ? explained(help, others) : named(help, part, others));
            }
        }
        List<OptionSpec> general = spec.options().stream()
                .filter(option -> partOf(option).isEmpty())
                .toList();
        return text.append(System.lineSeparator())
                .append(explained(help, general))
                .toString();
    }

    /** Whether the short help shows the option: objectives are essential for a search and rare elsewhere. */
    private static boolean isOften(OptionSpec option, CommandSpec spec) {
        boolean isSearch = spec.findOption(CapacitySettings.WITHIN.flags().get(0)) != null;
        return option.userObject() instanceof LoadSetting<?, ?> setting
                && (setting.isOften() || (setting == CapacitySettings.SLO && isSearch));
    }

    /** Part of the help in which an option stands; empty for general options like --help. */
    private static Optional<HelpPart> partOf(OptionSpec option) {
        if (option.userObject() instanceof LoadSetting<?, ?> setting) {
            return Optional.of(setting.helpPart());
        }
        return option.userObject() instanceof Member field
                ? Optional.ofNullable(field.getDeclaringClass().getAnnotation(InHelp.class))
                        .map(InHelp::value)
                : Optional.empty();
    }

    private static String explained(Help help, List<OptionSpec> options) {
        Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
        layout.addOptions(options, help.createDefaultParamLabelRenderer());
        return layout.toString();
    }

    private static String named(Help help, HelpPart part, List<OptionSpec> options) {
        StringWriter text = new StringWriter();
        PrintWriter lines = new PrintWriter(text);
        new SettingLines(lines, help.commandSpec().commandLine().getUsageHelpWidth())
                .wrap(
                        part.title() + ": ",
                        "  ",
                        options.stream().map(OptionSpec::longestName).collect(Collectors.joining(", ")));
        lines.flush();
        return text.toString();
    }
}
