package dev.dyno.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.ClassesShould;
import org.junit.jupiter.api.Test;

/** Only the command line prints, ends the process and knows of options. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.dyno");

    private static ClassesShould belowTheCommandLine() {
        return noClasses().that().resideOutsideOfPackage("dev.dyno.cli").should();
    }

    @Test
    void onlyTheCommandLineKnowsPicocli() {
        belowTheCommandLine()
                .dependOnClassesThat()
                .resideInAPackage("picocli..")
                .check(CLASSES);
    }

    @Test
    void nothingBelowDependsOnTheCommandLine() {
        belowTheCommandLine()
                .dependOnClassesThat()
                .resideInAPackage("dev.dyno.cli")
                .check(CLASSES);
    }

    @Test
    void onlyMainUsesTheStandardStreams() {
        onlyMain(noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.dyno.cli.Main")
                .should()
                .accessField(System.class, "out"));
        onlyMain(noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.dyno.cli.Main")
                .should()
                .accessField(System.class, "err"));
    }

    @Test
    void onlyMainEndsTheProcess() {
        onlyMain(noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.dyno.cli.Main")
                .should()
                .callMethod(System.class, "exit", int.class));
    }

    private static void onlyMain(ArchRule rule) {
        rule.check(CLASSES);
    }
}
